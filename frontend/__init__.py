"""The pages: what people read in a browser, and the viewer of a game's log. Nothing here decides a rule."""

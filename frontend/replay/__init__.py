"""The drawing room: a position of a game becomes SVG, HTML pieces and words. Pure: no web framework below here."""

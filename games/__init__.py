"""Games: one game is one stream of events, appended, never edited, and replayed through the engine."""

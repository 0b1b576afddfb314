"""Commands of the games app."""

"""The commands of the games app."""

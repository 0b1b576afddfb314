"""The database backend, which Django finds by this package's path."""

"""Version 1 of the API, one package per resource."""

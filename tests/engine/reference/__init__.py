"""Independent, slow reference implementations to compare the engine with."""

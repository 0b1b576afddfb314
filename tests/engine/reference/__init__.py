"""Independent, slow readings of the rules: what the engine is compared with."""

"""Moon River drawn: ranches by the river, columns, saloon and supply, and what happens in words."""

from frontend.replay.moon_river.scene import MoonRiverDrawing

__all__ = ["MoonRiverDrawing"]

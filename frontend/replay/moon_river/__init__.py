"""Moon River: drawings of ranches, columns, saloon and supply, and sentences about its events."""

from frontend.replay.moon_river.scene import MoonRiverDrawing

__all__ = ["MoonRiverDrawing"]

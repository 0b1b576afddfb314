"""Goldgräber: drawings of the board, its pieces and the die, and sentences about its events."""

from frontend.replay.goldgraeber.scene import GoldgraeberDrawing

__all__ = ["GoldgraeberDrawing"]

"""Goldgräber drawn: the board with its diggers, finds and banks, the die, and what happens in words."""

from frontend.replay.goldgraeber.scene import GoldgraeberDrawing

__all__ = ["GoldgraeberDrawing"]

"""Errors of the replay drawings."""

__all__ = ["DrawingError", "UnknownDrawing", "UnknownSymbol"]


class DrawingError(Exception):
    """Base of the errors of drawings."""


class UnknownDrawing(DrawingError, LookupError):
    """No drawing is registered for a ruleset."""

    def __init__(self, ruleset: str) -> None:
        super().__init__(ruleset)
        self.ruleset = ruleset


class UnknownSymbol(DrawingError, LookupError):
    """The sprite has no symbol of that name."""

    def __init__(self, symbol: str) -> None:
        super().__init__(symbol)
        self.symbol = symbol

"""The registry of drawings: which ruleset looks and reads how."""

from frontend.replay.drawing import Drawing
from frontend.replay.errors import UnknownDrawing
from frontend.replay.goldgraeber import GoldgraeberDrawing
from frontend.replay.moon_river import MoonRiverDrawing

__all__ = ["drawing", "drawn_rulesets"]

_DRAWINGS: dict[str, Drawing] = {
    "moon-river@1": MoonRiverDrawing(),
    "goldgraeber@1": GoldgraeberDrawing(),
}


def drawing(ruleset: str) -> Drawing:
    """
    Return the drawing of a ruleset, by the ruleset's key.

    Raises:
        UnknownDrawing: nobody draws that ruleset.
    """
    try:
        return _DRAWINGS[ruleset]
    except KeyError:
        raise UnknownDrawing(ruleset) from None


def drawn_rulesets() -> tuple[str, ...]:
    """Return the keys of the rulesets that have a drawing."""
    return tuple(_DRAWINGS)

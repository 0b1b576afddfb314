"""Moon River's reservation boards and scenarios: their names, and the rule of each scenario."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from frontend.replay.translation import Translator

__all__ = ["SCENARIOS", "Scenario", "name_board"]

_BOARDS: Mapping[str, Callable[[Translator], str]] = {
    "camp": lambda tr: tr.gettext("Camp"),
    "mary": lambda tr: tr.gettext("Mary"),
    "wesley": lambda tr: tr.gettext("Wesley"),
    "calamity": lambda tr: tr.gettext("Calamity"),
    "big_jo": lambda tr: tr.gettext("Big Jo"),
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario of Legends: its name, the symbol of its members, and its scoring rule."""

    title: Callable[[Translator], str]
    symbol: str
    scoring: Callable[[Translator], str]


SCENARIOS = {
    "timber_rafting": Scenario(
        lambda tr: tr.gettext("Timber rafting"),
        "land-forest",
        lambda tr: tr.gettext(
            "3 forests together, one at the river:{line_break}10 points, +10 for each more"
        ),
    ),
    "gold_rush": Scenario(
        lambda tr: tr.gettext("Gold rush"),
        "gold",
        lambda tr: tr.gettext("3 plots with gold together:{line_break}10 points, +10 for each more"),
    ),
    "outlaws": Scenario(
        lambda tr: tr.gettext("Outlaws"),
        "partner-desperado",
        lambda tr: tr.gettext("3 partners together, one a bandit:{line_break}10 points, +10 for each more"),
    ),
    "moon_river_city": Scenario(
        lambda tr: tr.gettext("Moon River City"),
        "land-farm",
        lambda tr: tr.gettext("3 farms together:{line_break}10 points, +10 for each more"),
    ),
}


def name_board(tr: Translator, board: str) -> str:
    """Return a board's name for people."""
    return _BOARDS[board](tr)

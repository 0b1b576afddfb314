"""Moon River's reservation boards and scenarios: their names, and what a scenario counts."""

from dataclasses import dataclass

__all__ = ["SCENARIOS", "Scenario", "board_title"]

_BOARDS = {
    "camp": "Camp",
    "mary": "Mary",
    "wesley": "Wesley",
    "calamity": "Calamity",
    "big_jo": "Big Jo",
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario of Legends: its name, the symbol that stands for its members, and who is a member."""

    title: str
    symbol: str
    members: str


SCENARIOS = {
    "timber_rafting": Scenario("Timber rafting", "land-forest", "forests together, one at the river"),
    "gold_rush": Scenario("Gold rush", "gold", "plots with gold together"),
    "outlaws": Scenario("Outlaws", "partner-desperado", "partners together, one a bandit"),
    "moon_river_city": Scenario("Moon River City", "land-farm", "farms together"),
}


def board_title(board: str) -> str:
    """Return a board's name for people."""
    return _BOARDS[board]

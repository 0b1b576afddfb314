"""Every option combination of Moon River, with the boards in changing orders."""

from typing import Any

BOARDS = ["mary", "wesley", "calamity", "big_jo"]
SCENARIOS = ["timber_rafting", "gold_rush", "outlaws", "moon_river_city", "random"]


def rotate_boards(seats: int, by: int) -> list[str]:
    """Return boards for the seats, rotated through all four characters."""
    return [BOARDS[(seat + by) % 4] for seat in range(seats)]


#: (seats, options), one for every seat count, mode and scenario.
OPTION_SETS: list[tuple[int, dict[str, Any]]] = [
    *((seats, {"mode": "base"}) for seats in (2, 3, 4)),
    *(
        (seats, {"mode": "legends", "scenario": scenario, "boards": rotate_boards(seats, number)})
        for seats in (2, 3, 4)
        for number, scenario in enumerate(SCENARIOS)
    ),
]


def name_of(option_set: tuple[int, dict[str, Any]]) -> str:
    """Return a short name: ``3-gold_rush``."""
    seats, options = option_set
    return f"{seats}-{options.get('scenario', 'base')}"

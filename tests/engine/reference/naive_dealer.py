"""The dealer of the record format, implemented sentence by sentence: from a seed to the chance events of a game."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from tests.engine.goldgraeber.positions import META, SITES
from tests.engine.reference.naive_goldgraeber import NaiveGoldgraeber
from tests.engine.reference.naive_moon_river import COMPONENTS, SALOON

SCENARIOS = ["timber_rafting", "gold_rush", "outlaws", "moon_river_city"]


def numbers(seed: bytes, purpose: str) -> Iterator[int]:
    """Yield the stream of a purpose: each block gives four 64-bit big-endian numbers, in order."""
    i = 0
    while True:
        block = sha256(seed + purpose.encode("ascii") + bytes([0]) + i.to_bytes(8, "big")).digest()
        for start in (0, 8, 16, 24):
            yield int.from_bytes(block[start : start + 8], "big")
        i += 1


def below(stream: Iterator[int], n: int) -> int:
    """Take numbers until one is below floor(2^64 / n) * n; answer it modulo n."""
    while True:
        x = next(stream)
        if x < 2**64 // n * n:
            return x % n


def shuffle(seed: bytes, purpose: str, items: list[Any]) -> list[Any]:
    """For i from the last index down to 1: swap items i and below(i + 1)."""
    stream = numbers(seed, purpose)
    mixed = list(items)
    for i in range(len(mixed) - 1, 0, -1):
        j = below(stream, i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


class NaiveMoonRiverDealer:
    """Answers the chance steps of one game of Moon River in turn."""

    def __init__(self, seed: bytes, seats: int) -> None:
        tokens = [name for name, copies in COMPONENTS["partners"].items() for _ in range(copies)]
        self._plots = shuffle(seed, "plots", list(range(1, 97)))
        self._partners = shuffle(seed, "partners", tokens)
        self._rancheros = shuffle(seed, "rancheros", list(range(seats)))
        self._scenario = SCENARIOS[below(numbers(seed, "scenario"), 4)]

    def answer(self, kind: str, tokens_in_saloon: int) -> dict[str, Any]:
        """Return the data of the next chance event of that kind."""
        if kind == "scenario_drawn":
            return {"scenario": self._scenario}
        if kind == "rancheros_drawn":
            return {"seats": self._rancheros}
        if kind == "column_dealt":
            dealt, self._plots = self._plots[:4], self._plots[4:]
            return {"plots": dealt}
        assert kind == "saloon_filled"
        room = SALOON - tokens_in_saloon
        drawn, self._partners = self._partners[:room], self._partners[room:]
        return {"partners": drawn}


FACES = ["locomotive", 2, 3, 4, 5, 6]


class NaiveGoldgraeberDealer:
    """Answers the chance steps of one game of Goldgräber: gold 1..5, then robbers 1..5, shuffled onto the dig sites."""

    def __init__(self, seed: bytes) -> None:
        chips = [
            {kind: int(value)}
            for kind in ("gold", "robber")
            for value, copies in META["chips"][kind].items()
            for _ in range(copies)
        ]
        self._chips = dict(zip(SITES, shuffle(seed, "chips", chips), strict=True))
        self._die = numbers(seed, "die")

    def answer(self, game: NaiveGoldgraeber) -> tuple[str, dict[str, Any]]:
        """Return the chance event that the game asks for; ask once for each."""
        what, about = game.asked
        if what == "die":
            return "die_rolled", {"face": FACES[below(self._die, 6)], "purpose": about}
        if what == "flip":
            return "chip_flipped", self._chip(about)
        return "chips_peeked", {"chips": [self._chip(field) for field in about]}

    def _chip(self, field: tuple[int, int]) -> dict[str, Any]:
        return {"chip": self._chips[field], "field": list(field)}

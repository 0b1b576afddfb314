"""Points and the result (paragraph 6): only the bank counts."""

from typing import Final

from engine.core import Outcome, SeatResult, Termination, rank_seats
from engine.rulesets.goldgraeber.chips import gold_points, robber_points
from engine.rulesets.goldgraeber.constants import FACES
from engine.rulesets.goldgraeber.hex_grid import distance
from engine.rulesets.goldgraeber.position import Position

__all__ = ["hoard_points", "outcome", "points", "prospects"]

#: How far a digger gets in a turn, on average, and how many turns it takes to hit upon its door by exact count.
_FIELDS_A_TURN: Final = 4
_TURNS_TO_ENTER: Final = 2


def hoard_points(hoard: int) -> int:
    """Return what a hoard is worth in the bank."""
    return gold_points(hoard) + robber_points(hoard) if hoard else 0


def points(state: Position) -> list[int]:
    """Return what each seat has in the bank."""
    return [hoard_points(hoard) for hoard in state.bank]


def prospects(state: Position) -> list[float]:
    """
    Return what each seat may hope to have in the bank: what is there, and of its open finds the more, the sooner it
    can be home and the longer the locomotive still takes.
    """
    if state.actor is None:
        return [float(banked) for banked in points(state)]
    houses = state.tables.houses
    turns_left = len(FACES) * (len(state.tables.rail) - 1 - state.locomotive) / state.seats
    hopes = []
    for bank, finds, digger, house in zip(state.bank, state.finds, state.diggers, houses, strict=False):
        hope = float(hoard_points(bank))
        if finds:
            way = _TURNS_TO_ENTER + distance(digger, house) / _FIELDS_A_TURN
            hope += hoard_points(finds) * turns_left / (turns_left + 2 * way)
        hopes.append(hope)
    return hopes


def outcome(state: Position) -> Outcome:
    """Return the result: completed if the game is over by the rules, else as it would be abandoned here."""
    scores = points(state)
    places = rank_seats([(score,) for score in scores], state.forfeits)
    return Outcome(
        Termination.COMPLETED if state.actor is None else Termination.ABANDONED,
        tuple(
            SeatResult(place, score, {"gold": gold_points(hoard), "robbers": robber_points(hoard)}, ())
            for place, score, hoard in zip(places, scores, state.bank, strict=True)
        ),
    )

"""Scoring and the result (paragraph 6): only finds in the bank count."""

from typing import Final

from engine.core import Outcome, SeatResult, Termination, rank_seats
from engine.rulesets.goldgraeber.chips import score_gold, score_robbers
from engine.rulesets.goldgraeber.constants import FACES
from engine.rulesets.goldgraeber.hex_grid import measure_distance
from engine.rulesets.goldgraeber.position import Position

__all__ = ["derive_outcome", "estimate_prospects", "score_hoard", "sum_points"]

#: Average number of fields of a digger's move, and of turns to enter its house by exact count.
_FIELDS_A_TURN: Final = 4
_TURNS_TO_ENTER: Final = 2


def score_hoard(hoard: int) -> int:
    """Return the points of a hoard in the bank."""
    return score_gold(hoard) + score_robbers(hoard) if hoard else 0


def sum_points(state: Position) -> list[int]:
    """Return the points of each seat in the bank."""
    return [score_hoard(hoard) for hoard in state.bank]


def estimate_prospects(state: Position) -> list[float]:
    """
    Estimate the final points of each seat: the points in the bank plus a share of its open finds.

    The share grows with the time until the locomotive arrives and shrinks with the distance of the digger's house.
    """
    if state.actor is None:
        return [float(banked) for banked in sum_points(state)]
    houses = state.tables.houses
    turns_left = len(FACES) * (len(state.tables.rail) - 1 - state.locomotive) / state.seats
    hopes = []
    for bank, finds, digger, house in zip(state.bank, state.finds, state.diggers, houses, strict=False):
        hope = float(score_hoard(bank))
        if finds:
            way = _TURNS_TO_ENTER + measure_distance(digger, house) / _FIELDS_A_TURN
            hope += score_hoard(finds) * turns_left / (turns_left + 2 * way)
        hopes.append(hope)
    return hopes


def derive_outcome(state: Position) -> Outcome:
    """Return the result: completed if the game is over by the rules, else as if it were abandoned now."""
    scores = sum_points(state)
    places = rank_seats([(score,) for score in scores], state.forfeits)
    return Outcome(
        Termination.COMPLETED if state.actor is None else Termination.ABANDONED,
        tuple(
            SeatResult(place, score, {"gold": score_gold(hoard), "robbers": score_robbers(hoard)}, ())
            for place, score, hoard in zip(places, scores, state.bank, strict=True)
        ),
    )

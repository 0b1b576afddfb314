"""
Points and the result (paragraph 6): only the bank counts.
"""

from engine.core.outcome import Outcome, SeatResult, Termination, placed
from engine.rulesets.goldgraeber.chips import gold_points, robber_points
from engine.rulesets.goldgraeber.position import Position

__all__ = ["hoard_points", "outcome", "points"]


def hoard_points(hoard: int) -> int:
    """
    Return what a hoard is worth in the bank.
    """
    return gold_points(hoard) + robber_points(hoard) if hoard else 0


def points(state: Position) -> list[int]:
    """
    Return what each seat has in the bank.
    """
    return [hoard_points(hoard) for hoard in state.bank]


def outcome(state: Position) -> Outcome:
    """
    Return the result: completed if the game is over by the rules, else as it would be abandoned here.
    """
    scores = points(state)
    places = placed([(score,) for score in scores], state.forfeits)
    return Outcome(
        Termination.COMPLETED if state.actor is None else Termination.ABANDONED,
        tuple(
            SeatResult(place, score, {"gold": gold_points(hoard), "robbers": robber_points(hoard)}, ())
            for place, score, hoard in zip(places, scores, state.bank, strict=True)
        ),
    )

"""
Worker processes of ``verify_games``.

A new process imports this module before Django is set up, so models are imported inside the functions.
"""

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["UNKNOWN", "Finding", "verify_batch"]

#: Status of a game that does not exist.
UNKNOWN = "unknown"


class Finding(NamedTuple):
    """A game's verdict; it is pickled between processes."""

    game_id: int
    status: str
    step: int | None = None
    code: str | None = None


def verify_batch(game_ids: Sequence[int]) -> list[Finding]:
    """Verify games and return the findings in their order."""
    from games.errors import UnknownGame
    from games.verification import verify_game

    findings = []
    for game_id in game_ids:
        try:
            verdict = verify_game(game_id)
        except UnknownGame:
            findings.append(Finding(game_id, UNKNOWN))
        else:
            findings.append(Finding(game_id, verdict.status.value, verdict.step, verdict.code))
    return findings

"""Why a request about a tournament is refused: each error with a stable code and what is at fault."""

from collections.abc import Mapping
from typing import Any

__all__ = [
    "CODES",
    "EntryRefused",
    "InvalidTournament",
    "TournamentError",
    "TournamentNotFound",
    "WrongTournamentStatus",
]

#: Every code this package raises, with the sentence that explains it.
CODES: Mapping[str, str] = {
    "tournament_not_found": "There is no such tournament.",
    "blank_name": "A tournament needs a name.",
    "name_too_long": "The name has more characters than there is room for.",
    "unknown_ruleset": "No such ruleset is registered.",
    "unknown_components": "The ruleset has no such component set.",
    "wrong_seat_count": "The ruleset is not played with that number of seats.",
    "invalid_options": "The options are not options of this ruleset.",
    "too_few_entrants": "There are fewer entrants than seats at a table.",
    "bot_not_active": "A bot that is switched off can't be entered.",
    "bot_plays_other_rulesets": "A bot does not play this ruleset.",
    "bot_not_runnable": "The runner has no way to ask a bot.",
    "too_few_deals": "A match needs at least one deal.",
    "too_many_games": "The tournament would have more games than a tournament can have.",
    "not_draft": "Only a tournament that has not been started can be started.",
    "already_over": "The tournament is over.",
    "nothing_stuck": "No planned game of the tournament is stuck.",
    "nothing_planned": "Where nothing is planned there are neither deals nor a rotation.",
    "submitted_games_needed": "A tournament without planned games has to count submitted ones.",
    "submitted_games_refused": "The tournament counts no submitted games.",
    "tournament_not_running": "The tournament is not running.",
    "ends_by_itself": "A tournament of planned games is finished when all of them are over.",
    "game_not_entered": "The game is not entered in the tournament.",
}


class TournamentError(Exception):
    """
    Base of the errors of this package.

    Args:
        code: stable word for programs, a key of ``CODES``.
        details: what is at fault and what was expected; plain JSON values.
    """

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.details.items())
        sentence = CODES.get(self.code, self.code)
        return f"{sentence} ({said})" if said else sentence


class InvalidTournament(TournamentError, ValueError):
    """A tournament can't be made like that; the details name the ``field`` at fault."""


class WrongTournamentStatus(TournamentError):
    """The tournament is not in a status that allows this."""


class EntryRefused(TournamentError):
    """The tournament takes no submitted games."""


class TournamentNotFound(TournamentError, LookupError):
    """There is no tournament with that id, or no such game in it."""

"""Errors of tournaments, each with a stable code, a sentence and details."""

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
    "tournament_not_found": "There is no tournament with this id.",
    "blank_name": "A tournament needs a name. Enter one.",
    "name_too_long": "The name is too long. Shorten it.",
    "unknown_ruleset": "There is no ruleset with this key. Choose a registered one.",
    "unknown_components": "The ruleset has no component set with this id. Choose one of its own.",
    "wrong_seat_count": "The ruleset cannot be played with this number of seats. Choose another number.",
    "invalid_options": "The options are not valid for this ruleset.",
    "too_few_entrants": "There are fewer entrants than seats at a table. Enter more bots or choose fewer seats.",
    "bot_not_active": "The bot is inactive. Activate it or choose another bot.",
    "bot_plays_other_rulesets": "The bot does not play this ruleset. Choose another bot.",
    "bot_not_runnable": "Workers cannot run the bot. Choose a built-in bot.",
    "too_few_deals": "A match needs at least one deal.",
    "too_many_games": "The tournament would have too many games. Reduce the entrants, deals or seat orders.",
    "not_draft": "The tournament has already been started.",
    "already_over": "The tournament is over and cannot be changed.",
    "nothing_stuck": "The tournament has no stuck or paused games to retry.",
    "nothing_planned": "Open play has no deals and no rotation. Leave this field out.",
    "submitted_games_needed": "Open play has no planned games, so it must count submitted games. Choose which ones.",
    "submitted_games_refused": "The tournament does not count submitted games. Ask its organiser to change that.",
    "tournament_not_running": "The tournament is not running.",
    "ends_by_itself": "The tournament finishes by itself when its planned games are over. Cancel it to end it early.",
    "game_not_entered": "The game is not entered in this tournament.",
}


class TournamentError(Exception):
    """
    Base of the errors of this package.

    Args:
        code: stable code, a key of ``CODES``.
        details: the field at fault, the expected value and the like, as JSON values.
    """

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.details.items())
        sentence = CODES.get(self.code, self.code)
        return f"{sentence} ({details})" if details else sentence


class InvalidTournament(TournamentError, ValueError):
    """The arguments for a tournament are invalid; the details name the ``field`` at fault."""


class WrongTournamentStatus(TournamentError):
    """The status of the tournament does not allow the operation."""


class EntryRefused(TournamentError):
    """The tournament does not accept submitted games."""


class TournamentNotFound(TournamentError, LookupError):
    """There is no tournament with this id, or the game is not in it."""

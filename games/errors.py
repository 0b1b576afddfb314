"""Errors of the games app."""

from collections.abc import Mapping
from typing import Any

from engine.core import Verdict

__all__ = [
    "FORK_CODES",
    "BrokenChain",
    "ConcurrencyConflict",
    "ExportMismatch",
    "ForkRefused",
    "GameError",
    "GameIsOver",
    "GameNotLive",
    "GameNotStarted",
    "GameStarted",
    "NotYourBot",
    "NotYourSeat",
    "NotYourTurn",
    "PlayRefused",
    "RecordRefused",
    "RequestInvalid",
    "SeatForfeited",
    "SeatTaken",
    "SeedIsRevealed",
    "SeedIsSecret",
    "StaleSequence",
    "TimeRanOut",
    "TooManyOpenGames",
    "UnknownBot",
    "UnknownGame",
    "UnknownSeat",
]


class GameError(Exception):
    """Base class of the errors of this app; ``code`` is stable, for programs."""

    code = "game_error"


class UnknownGame(GameError, LookupError):
    """There is no game with that id."""

    code = "unknown_game"

    def __init__(self, game_id: int) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


class UnknownBot(GameError, LookupError):
    """There is no bot with that name."""

    code = "unknown_bot"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no bot {name!r}")
        self.name = name


class NotYourBot(GameError):
    """A user names a bot for a player, but the bot belongs to another user."""

    code = "not_your_bot"

    def __init__(self, name: str) -> None:
        super().__init__(f"the bot {name!r} belongs to another user")
        self.name = name


class ConcurrencyConflict(GameError):
    """
    Another writer has appended to the game since the caller read it.

    ``head_seq`` is the number of the game's last event, or None if the database refused before it could be read.
    """

    code = "concurrency_conflict"

    def __init__(self, game_id: int, expected_seq: int, head_seq: int | None) -> None:
        super().__init__(f"the last event of game {game_id} is {head_seq}, not {expected_seq} as expected")
        self.game_id = game_id
        self.expected_seq = expected_seq
        self.head_seq = head_seq


class GameIsOver(GameError):
    """The game is over: no event may follow, except ``game_voided`` in a finished game."""

    code = "game_is_over"

    def __init__(self, game_id: int, status: str) -> None:
        super().__init__(f"game {game_id} is {status}")
        self.game_id = game_id
        self.status = status


class BrokenChain(GameError):
    """Events to be appended do not continue the game's log: a sequence number or chain hash is not the next."""

    code = "broken_chain"

    def __init__(self, game_id: int, seq: int) -> None:
        super().__init__(f"event {seq} does not continue game {game_id}")
        self.game_id = game_id
        self.seq = seq


class SeedIsRevealed(GameError):
    """A public seed cannot deal another game."""

    code = "seed_is_revealed"

    def __init__(self, commitment: str) -> None:
        super().__init__(f"the seed with the commitment {commitment} is revealed")
        self.commitment = commitment


class SeedIsSecret(GameError):
    """The seed must stay secret, because a game dealt from it is not over."""

    code = "seed_is_secret"

    def __init__(self, commitment: str) -> None:
        super().__init__(f"the seed with the commitment {commitment} is still secret")
        self.commitment = commitment


class ExportMismatch(GameError):
    """The checkpoint file at a path belongs to an unfinished export of other games."""

    code = "other_export"

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is the checkpoint of an unfinished export of other games")
        self.path = path


class RecordRefused(GameError, ValueError):
    """A record is readable but diverges when it is replayed; ``verdict`` has the step and the code."""

    code = "record_refused"

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"the record diverges at step {verdict.step}: {verdict.code}")
        self.verdict = verdict


class RequestInvalid(GameError, ValueError):
    """A field of a request is invalid; ``details`` has its name and what is expected."""

    def __init__(self, code: str, *, field: str, expected: str) -> None:
        super().__init__(f"{field}: {code}")
        self.code = code
        self.details = {"field": field, "expected": expected}


class PlayRefused(GameError):
    """Base class of refused requests to live games; ``detail`` is a sentence about this case."""

    def __init__(self, game_id: int, detail: str = "") -> None:
        super().__init__(f"game {game_id}: {detail or self.code}")
        self.game_id = game_id
        self.detail = detail


class GameNotLive(PlayRefused):
    """The game is not a live game."""

    code = "game_not_live"


class GameNotStarted(PlayRefused):
    """The game has not started: a seat is still open."""

    code = "game_not_started"


class GameStarted(PlayRefused):
    """The game has started or is over, so it is no longer open."""

    code = "game_started"


class TooManyOpenGames(PlayRefused):
    """The user has reached the maximum number of open games."""

    code = "too_many_open_games"


class UnknownSeat(PlayRefused, LookupError):
    """The game has no seat with that number."""

    code = "not_found"


class SeatTaken(PlayRefused):
    """Another bot has the seat."""

    code = "seat_taken"


class NotYourSeat(PlayRefused):
    """No bot of the user has the seat."""

    code = "not_your_seat"


class NotYourTurn(PlayRefused):
    """It is another seat's turn."""

    code = "not_your_turn"


class SeatForfeited(PlayRefused):
    """The seat has forfeited, so the house plays it."""

    code = "seat_forfeited"


class StaleSequence(PlayRefused):
    """The game has more events than the caller's request expects."""

    code = "stale"


class TimeRanOut(PlayRefused):
    """The seat's time ran out before its action was received."""

    code = "time_ran_out"


#: Why a fork is refused, by code.
FORK_CODES: Mapping[str, str] = {
    "parent_not_finished": "The game is not finished. Only a finished game can be continued from one of its steps.",
    "parent_diverged": "The game's log diverges at or before that step. Choose an earlier step.",
    "nothing_to_play": "The game is over at that step, so no decision follows. Choose an earlier step.",
    "step_out_of_range": "The game has no such step, or only its end follows. Choose a step before its last event.",
    "wrong_player_count": "The number of bots differs from the number of seats. Name one bot per seat.",
    "seed_unknown": "The seed of that step is not known here, so it cannot deal what follows. Ask for a new seed.",
    "seed_secret": "The seed of that step is secret until all games dealt from it are over. Ask for a new seed.",
}


class ForkRefused(GameError):
    """A game cannot be continued; ``code`` is one of ``FORK_CODES``, ``details`` has what was expected."""

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(FORK_CODES[code])
        self.code = code
        self.details = details

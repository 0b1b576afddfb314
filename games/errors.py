"""The errors of the games app."""

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
    """Base of the errors of this app; ``code`` is a stable word for programs."""

    code = "game_error"


class UnknownGame(GameError, LookupError):
    """There is no game of that id."""

    code = "unknown_game"

    def __init__(self, game_id: int) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


class UnknownBot(GameError, LookupError):
    """There is no bot of that name."""

    code = "unknown_bot"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no bot {name!r}")
        self.name = name


class NotYourBot(GameError):
    """A bot is to sit behind a player by the word of somebody it does not belong to."""

    code = "not_your_bot"

    def __init__(self, name: str) -> None:
        super().__init__(f"the bot {name!r} belongs to somebody else")
        self.name = name


class ConcurrencyConflict(GameError):
    """
    Another writer has appended to the game since the caller read it.

    ``head_seq`` is the number of its last event now, None when the database refused before it could be read.
    """

    code = "concurrency_conflict"

    def __init__(self, game_id: int, expected_seq: int, head_seq: int | None) -> None:
        super().__init__(f"game {game_id} was expected to stand at {expected_seq}, not at {head_seq}")
        self.game_id = game_id
        self.expected_seq = expected_seq
        self.head_seq = head_seq


class GameIsOver(GameError):
    """Nothing, or nothing but ``game_voided``, may follow in the game."""

    code = "game_is_over"

    def __init__(self, game_id: int, status: str) -> None:
        super().__init__(f"game {game_id} is {status}")
        self.game_id = game_id
        self.status = status


class BrokenChain(GameError):
    """Events to be appended do not continue the game's log: a sequence number or chain hash is not the next one."""

    code = "broken_chain"

    def __init__(self, game_id: int, seq: int) -> None:
        super().__init__(f"event {seq} does not continue game {game_id}")
        self.game_id = game_id
        self.seq = seq


class SeedIsRevealed(GameError):
    """A seed that everyone may know deals no further game."""

    code = "seed_is_revealed"

    def __init__(self, commitment: str) -> None:
        super().__init__(f"the seed of commitment {commitment} is revealed")
        self.commitment = commitment


class SeedIsSecret(GameError):
    """A game dealt from the seed is not over yet, so the seed may not be shown."""

    code = "seed_is_secret"

    def __init__(self, commitment: str) -> None:
        super().__init__(f"the seed of commitment {commitment} is still secret")
        self.commitment = commitment


class ExportMismatch(GameError):
    """An unfinished export of other games stands where one is to go on."""

    code = "other_export"

    def __init__(self, note: str) -> None:
        super().__init__(f"{note} tells of an export of other games")
        self.note = note


class RecordRefused(GameError, ValueError):
    """A record can be read, but replaying it shows that it is not right; the verdict says where and why."""

    code = "record_refused"

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"the record diverges at step {verdict.step}: {verdict.code}")
        self.verdict = verdict


class RequestInvalid(GameError, ValueError):
    """A field of what is asked for is not what it must be; ``details`` name it and say what would be right."""

    def __init__(self, code: str, *, field: str, expected: str) -> None:
        super().__init__(f"{field}: {code}")
        self.code = code
        self.details = {"field": field, "expected": expected}


class PlayRefused(GameError):
    """Base of the refusals of those who play live; ``detail`` is a sentence about this case."""

    def __init__(self, game_id: int, detail: str = "") -> None:
        super().__init__(f"game {game_id}: {detail or self.code}")
        self.game_id = game_id
        self.detail = detail


class GameNotLive(PlayRefused):
    """The game is not one that is played over REST."""

    code = "game_not_live"


class GameNotStarted(PlayRefused):
    """The game waits for players: a seat of it is still open."""

    code = "game_not_started"


class GameStarted(PlayRefused):
    """The game is not open any more."""

    code = "game_started"


class TooManyOpenGames(PlayRefused):
    """The user has as many open games as one may have."""

    code = "too_many_open_games"


class UnknownSeat(PlayRefused, LookupError):
    """The game has no seat of that number."""

    code = "not_found"


class SeatTaken(PlayRefused):
    """Somebody sits there already."""

    code = "seat_taken"


class NotYourSeat(PlayRefused):
    """No bot of the user sits there."""

    code = "not_your_seat"


class NotYourTurn(PlayRefused):
    """Another seat is to act."""

    code = "not_your_turn"


class SeatForfeited(PlayRefused):
    """The seat has forfeited, so that the house plays it."""

    code = "seat_forfeited"


class StaleSequence(PlayRefused):
    """The game has gone on since the caller looked at it."""

    code = "stale"


class TimeRanOut(PlayRefused):
    """The seat's time had run out before its action came."""

    code = "time_ran_out"


#: Why a game is not continued from a step of another one, with the sentence that explains it.
FORK_CODES: Mapping[str, str] = {
    "parent_not_finished": "Only a finished game can be continued from one of its steps.",
    "parent_diverged": "The log diverges at or before that step, so nothing can go on from there.",
    "nothing_to_play": "At that step the game is over: no decision follows.",
    "step_out_of_range": "The game has no such step, or only its end follows.",
    "wrong_player_count": "There must be one bot per seat.",
    "seed_unknown": "The seed from which that step was dealt is not known here, so it can't deal on.",
    "seed_secret": "A game dealt from the same seed is not over: playing on from it would show what is to come there.",
}


class ForkRefused(GameError):
    """No game can go on from there; ``code`` is one of ``FORK_CODES``, the details say what was expected."""

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(FORK_CODES[code])
        self.code = code
        self.details = details

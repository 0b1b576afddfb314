"""
The problems the API answers with: each code with its status, its title and what it means.

`docs/api.md` repeats both tables and a test compares them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["FIELD_CODES", "PROBLEMS", "ApiError", "FieldError", "Problem", "ProblemType", "phrase"]


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One kind of refusal: the HTTP status, a title for people, and the sentence that explains it."""

    status: int
    title: str
    meaning: str


#: Every code a problem can have.
PROBLEMS: Final[Mapping[str, ProblemType]] = {
    # the request itself
    "bad_request": ProblemType(400, "Bad request", "The request is not one the server can read."),
    "invalid_request": ProblemType(
        400,
        "Invalid request",
        "The body was read, but fields in it are not what they must be; `errors` names them.",
    ),
    "invalid_parameters": ProblemType(
        400,
        "Invalid parameters",
        "Parameters of the query are unknown or have values that mean nothing here.",
    ),
    "invalid_cursor": ProblemType(
        400, "Invalid cursor", "The cursor is not one this list gave out; begin without one."
    ),
    # reading the body
    "not_utf8": ProblemType(400, "Not UTF-8", "The body is not valid UTF-8."),
    "byte_order_mark": ProblemType(400, "Byte order mark", "The body begins with a byte order mark."),
    "not_json": ProblemType(400, "Not JSON", "The body is not a JSON value."),
    "not_an_object": ProblemType(400, "Not an object", "The body is JSON, but not an object."),
    "too_deep": ProblemType(
        400, "Too deep", "The body nests lists and objects deeper than any request needs."
    ),
    "repeated_key": ProblemType(400, "Repeated key", "An object in the body has the same key twice."),
    "null_refused": ProblemType(400, "Null refused", "The body holds null; leave the key out instead."),
    "float_refused": ProblemType(
        400, "Float refused", "The body holds a number with a fraction or an exponent, NaN or infinity."
    ),
    "out_of_range": ProblemType(
        400, "Out of range", "The body holds a number with more digits than any field takes."
    ),
    "unpaired_surrogate": ProblemType(
        400, "Unpaired surrogate", "A text in the body holds half of a surrogate pair."
    ),
    "invalid_key": ProblemType(
        400, "Invalid key", "`Idempotency-Key` is not a text of 1 to 200 printable characters."
    ),
    "no_records": ProblemType(400, "No records", "The body holds no record."),
    # who asks
    "not_authenticated": ProblemType(
        401, "Not authenticated", "This needs a token: `Authorization: Bearer rodeo_...`."
    ),
    "invalid_token": ProblemType(
        401, "Invalid token", "The token is unknown, expired or revoked, or its owner is gone."
    ),
    "permission_denied": ProblemType(403, "Permission denied", "You are known, but this is not yours to do."),
    "not_your_seat": ProblemType(403, "Not your seat", "No remote bot of yours sits there."),
    "csrf_failed": ProblemType(
        403,
        "CSRF check failed",
        "A request with a session cookie must carry the CSRF token; programs use a token.",
    ),
    "not_your_bot": ProblemType(
        403,
        "Not your bot",
        "A bot named for a player belongs to somebody else; only its owner may say it played.",
    ),
    # what is asked for
    "not_found": ProblemType(404, "Not found", "There is nothing at this address."),
    "method_not_allowed": ProblemType(
        405, "Method not allowed", "The header `Allow` lists what this address takes."
    ),
    "not_acceptable": ProblemType(406, "Not acceptable", "None of the media types in `Accept` is made here."),
    # the state of things
    "conflict": ProblemType(409, "Conflict", "What is asked does not fit the present state; read it again."),
    "not_draft": ProblemType(
        409, "Started before", "Only a tournament that has not been started can be started."
    ),
    "already_over": ProblemType(409, "Over", "The tournament is over already."),
    "ends_by_itself": ProblemType(
        409, "Ends by itself", "A tournament of planned games is finished when all of them are over."
    ),
    "tournament_not_running": ProblemType(409, "Not running", "The tournament is not running."),
    "submitted_games_refused": ProblemType(
        409, "Submitted games refused", "The tournament's organiser lets no submitted games count."
    ),
    "parent_not_finished": ProblemType(
        409, "Game not finished", "Only a finished game can be continued from one of its steps."
    ),
    "parent_diverged": ProblemType(
        409, "Game diverged", "The log diverges at or before that step, so nothing can go on from there."
    ),
    "seed_unknown": ProblemType(
        409, "Seed unknown", "The seed from which that step was dealt is not known here, so it can't deal on."
    ),
    "seed_secret": ProblemType(
        409,
        "Seed secret",
        "A game dealt from the same seed is not over: playing on from it would show what is to come there.",
    ),
    "game_not_over": ProblemType(409, "Game not over", "A game is verified when it is over."),
    "key_in_use": ProblemType(
        409, "Key in use", "A request with this `Idempotency-Key` is being worked on; ask again shortly."
    ),
    # playing live
    "game_not_live": ProblemType(409, "Not played live", "The game is not one that is played over REST."),
    "game_not_started": ProblemType(
        409, "Not started", "The game waits for players: a seat of it is still open."
    ),
    "game_started": ProblemType(409, "Started", "The game is not open any more."),
    "too_many_open_games": ProblemType(
        409, "Too many open games", "You have as many open games as one may have."
    ),
    "seat_taken": ProblemType(409, "Seat taken", "Somebody sits there already."),
    "not_your_turn": ProblemType(409, "Not your turn", "Another seat is to act."),
    "stale": ProblemType(
        409, "Stale", "The game has gone on since: `expected_seq` is not the number of its last event."
    ),
    "seat_forfeited": ProblemType(409, "Forfeited", "The seat has forfeited; the house plays it."),
    "time_ran_out": ProblemType(
        409, "Out of time", "The seat's time had run out before its action came; it has forfeited."
    ),
    "game_is_over": ProblemType(410, "Game over", "Nothing follows in a game that is over."),
    "illegal_action": ProblemType(
        422, "Illegal action", "The rules do not allow the action here; `errors` gives the code of the rule."
    ),
    # how it is sent
    "length_required": ProblemType(411, "Length required", "A body needs a `Content-Length`."),
    "body_too_large": ProblemType(413, "Body too large", "The body is larger than this address takes."),
    "too_many_records": ProblemType(413, "Too many records", "A batch holds more records than one may."),
    "unsupported_media_type": ProblemType(
        415,
        "Unsupported media type",
        "The body is of a media type this address does not take, or it is compressed or not in UTF-8.",
    ),
    "record_refused": ProblemType(
        422,
        "Record refused",
        "The record is not right, and nothing of it was stored; `fault` says where and why.",
    ),
    "key_reused": ProblemType(
        422, "Key reused", "The `Idempotency-Key` belongs to another request; make up a new one."
    ),
    "throttled": ProblemType(
        429, "Throttled", "Too many requests; `Retry-After` says for how many seconds to wait."
    ),
    "too_many_at_once": ProblemType(
        429,
        "Too many at once",
        "You have as many of these answers open as one may have; let one end, or try again later.",
    ),
    # our side
    "internal_error": ProblemType(
        500, "Internal error", "The server failed; the log of the server says why."
    ),
    "too_many_streams": ProblemType(
        503, "Too many streams", "The server keeps as many streams open as it may; try again later, or poll."
    ),
    "too_many_exports": ProblemType(
        503, "Too many exports", "The server writes as many exports as it may; try again later."
    ),
    "overloaded": ProblemType(
        503, "Overloaded", "More requests wait for their turn than may; try again shortly."
    ),
    "unavailable": ProblemType(503, "Unavailable", "The database does not answer; try again shortly."),
}

#: Every code an entry of `errors` can have, beyond the codes of the rulesets.
FIELD_CODES: Final[Mapping[str, str]] = {
    "required": "The field must be given.",
    "unknown_field": "There is no such field here.",
    "unknown_parameter": "There is no such parameter here.",
    "repeated_parameter": "The parameter may be given once only.",
    "wrong_type": "The value has another type than the field takes.",
    "unknown_value": "The value is none of those the field takes.",
    "not_found": "Nothing has that name.",
    "not_your_bot": "The bot belongs to somebody else.",
    "blank": "The text is empty.",
    "bad_character": "The text holds a character that cannot be stored.",
    "too_small": "The number is below the least allowed.",
    "too_large": "The number is above the greatest allowed.",
    "too_short": "The text or list is shorter than allowed.",
    "too_long": "The text or list is longer than allowed.",
    "repeated_value": "The same value stands in the list twice.",
    "bot_not_yours": "The bot is not one of yours.",
    "name_taken": "Another bot has that name.",
    "bad_name": "The name has characters that names do not have.",
    "too_many": "There are as many as there may be.",
    "no_remote_seat": "A live game needs a seat that is open or a remote bot's.",
    "no_time": "The clock leaves no time to decide.",
    "wrong_order": "The two ends of the range stand in the wrong order.",
}


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field: its dotted name, a code, and what would be right."""

    field: str
    code: str
    expected: str

    def data(self) -> dict[str, str]:
        """Return the error as an entry of `errors`."""
        return {"field": self.field, "code": self.code, "expected": self.expected}


@dataclass(frozen=True, slots=True)
class Problem:
    """
    One refusal, as it is told: a code of `PROBLEMS`, a sentence about this case, and the fields at fault.

    ``fault`` is the first thing that is wrong with a record, where a record is refused.
    """

    code: str
    detail: str = ""
    errors: tuple[FieldError, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: Mapping[str, Any] | None = None

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return PROBLEMS[self.code].status

    def data(self) -> dict[str, Any]:
        """
        Return the problem as the JSON object of RFC 9457 with members of our own: `code`, `errors`, maybe `fault`.
        """
        kind = PROBLEMS[self.code]
        data: dict[str, Any] = {
            "type": f"/api/v1/problems/{self.code}/",
            "title": kind.title,
            "status": kind.status,
            "code": self.code,
            "detail": self.detail or kind.meaning,
            "errors": [error.data() for error in self.errors],
        }
        if self.fault is not None:
            data["fault"] = dict(self.fault)
        return data


class ApiError(Exception):
    """A request is refused by the API itself, with one of the codes of `PROBLEMS`."""

    def __init__(
        self,
        code: str,
        *,
        detail: str = "",
        errors: Iterable[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        fault: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code)
        self.problem = Problem(code, detail, tuple(errors), headers or {}, fault)


def phrase(expected: object) -> str:
    """Return in words what was expected: a sentence as it is, a list as the values to choose from."""
    if isinstance(expected, str):
        return expected
    if isinstance(expected, Mapping):
        return ", ".join(f"{name}: {phrase(value)}" for name, value in expected.items())
    if isinstance(expected, Iterable):
        return "one of " + ", ".join(str(value) for value in expected)
    return "" if expected is None else str(expected)

"""
The problems that the API responds with: each code with its status, title and meaning.

`docs/api.md` repeats both tables and a test compares them.
"""

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from api.structs import ApiStruct

__all__ = ["FIELD_CODES", "PROBLEMS", "ProblemType"]


class ProblemType(ApiStruct, frozen=True):
    """A code that the API refuses requests with, and what it means."""

    code: str
    status: Annotated[int, Meta(description="HTTP status.")]
    title: str
    meaning: str


_REQUEST = (
    ProblemType("bad_request", 400, "Bad request", "The server cannot read the request."),
    ProblemType(
        "invalid_request", 400, "Invalid request", "Fields of the body are missing or wrong; see `errors`."
    ),
    ProblemType(
        "invalid_parameters",
        400,
        "Invalid parameters",
        "Query parameters are unknown or have wrong values; see `errors`.",
    ),
    ProblemType(
        "invalid_cursor",
        400,
        "Invalid cursor",
        "The cursor is not one of this list; start again without a cursor.",
    ),
    ProblemType("not_utf8", 400, "Not UTF-8", "The body is not valid UTF-8."),
    ProblemType(
        "byte_order_mark",
        400,
        "Byte order mark",
        "The body starts with a byte order mark; send it without one.",
    ),
    ProblemType("not_json", 400, "Not JSON", "The body is not valid JSON."),
    ProblemType("not_an_object", 400, "Not an object", "The body is valid JSON, but not an object."),
    ProblemType("too_deep", 400, "Too deep", "The body nests lists and objects more deeply than is allowed."),
    ProblemType("repeated_key", 400, "Repeated key", "An object in the body has the same key twice."),
    ProblemType(
        "null_refused", 400, "Null refused", "The body contains null; leave out the key or entry instead."
    ),
    ProblemType(
        "float_refused",
        400,
        "Float refused",
        "The body contains a number with a fraction or an exponent, NaN or infinity; send integers.",
    ),
    ProblemType(
        "out_of_range",
        400,
        "Out of range",
        "The body contains a number with more digits than any field accepts.",
    ),
    ProblemType(
        "unpaired_surrogate",
        400,
        "Unpaired surrogate",
        "A text in the body contains half of a surrogate pair.",
    ),
    ProblemType(
        "invalid_key",
        400,
        "Invalid key",
        "`Idempotency-Key` is not a text of 1 to 200 printable ASCII characters.",
    ),
    ProblemType("no_records", 400, "No records", "The body contains no record."),
)

_CLIENT = (
    ProblemType(
        "not_authenticated",
        401,
        "Not authenticated",
        "This request needs a token; send `Authorization: Bearer rodeo_...`.",
    ),
    ProblemType(
        "invalid_token",
        401,
        "Invalid token",
        "The token is unknown, expired or revoked, or its owner is inactive; create another one.",
    ),
    ProblemType("permission_denied", 403, "Permission denied", "You do not have permission to do this."),
    ProblemType("not_your_seat", 403, "Not your seat", "None of your remote bots sits in this seat."),
    ProblemType(
        "csrf_failed",
        403,
        "CSRF check failed",
        "A request with a session cookie needs the CSRF token; programs use an API token instead.",
    ),
    ProblemType(
        "not_your_bot",
        403,
        "Not your bot",
        "A bot named for a player belongs to another user; only its owner can submit its games.",
    ),
    ProblemType("not_found", 404, "Not found", "There is nothing at this address."),
    ProblemType(
        "method_not_allowed",
        405,
        "Method not allowed",
        "This address does not accept this method; the header `Allow` lists those it accepts.",
    ),
    ProblemType(
        "not_acceptable", 406, "Not acceptable", "The server cannot produce any media type in `Accept`."
    ),
)

_STATE = (
    ProblemType(
        "conflict", 409, "Conflict", "The request conflicts with the current state; read it again and retry."
    ),
    ProblemType(
        "not_draft",
        409,
        "Already started",
        "The tournament has already been started; only a draft can be started.",
    ),
    ProblemType("already_over", 409, "Over", "The tournament is already over."),
    ProblemType(
        "ends_by_itself",
        409,
        "Ends by itself",
        "A tournament with planned games finishes when all of its games are over; cancel it to end it now.",
    ),
    ProblemType("tournament_not_running", 409, "Not running", "The tournament is not running."),
    ProblemType(
        "submitted_games_refused",
        409,
        "Submitted games refused",
        "The tournament does not count submitted games; its organiser can change that.",
    ),
    ProblemType(
        "parent_not_finished",
        409,
        "Game not finished",
        "The game is not finished; only a finished game can be continued from one of its steps.",
    ),
    ProblemType(
        "parent_diverged",
        409,
        "Game diverged",
        "The log of the game breaks the rules at or before that step; choose an earlier step.",
    ),
    ProblemType(
        "seed_unknown",
        409,
        "Seed unknown",
        "The server does not know the seed of that step; continue with a new seed.",
    ),
    ProblemType(
        "seed_secret",
        409,
        "Seed secret",
        "The seed is secret until every game dealt from it is over; continue with a new seed, or wait.",
    ),
    ProblemType(
        "game_not_over",
        409,
        "Game not over",
        "The game is not over; it can be verified when it is.",
    ),
    ProblemType(
        "key_in_use",
        409,
        "Key in use",
        "A request with this `Idempotency-Key` is still in progress; try again in a few seconds.",
    ),
)

_PLAY = (
    ProblemType("game_not_live", 409, "Not played live", "This game is not played over REST."),
    ProblemType(
        "game_not_started",
        409,
        "Not started",
        "The game has not started; one of its seats is still open.",
    ),
    ProblemType("game_started", 409, "Started", "The game has started or was withdrawn; it is not open."),
    ProblemType(
        "too_many_open_games",
        409,
        "Too many open games",
        "You have reached the limit of open games; withdraw or finish one.",
    ),
    ProblemType("seat_taken", 409, "Seat taken", "The seat is already taken; choose another one."),
    ProblemType("not_your_turn", 409, "Not your turn", "It is another seat's turn."),
    ProblemType(
        "stale",
        409,
        "Stale",
        "The game has continued: `expected_seq` is not the number of its last event; read your turn again.",
    ),
    ProblemType(
        "seat_forfeited", 409, "Forfeited", "The seat has forfeited; the platform plays it to the end."
    ),
    ProblemType(
        "time_ran_out",
        409,
        "Out of time",
        "The action arrived after the seat's time; the seat has forfeited.",
    ),
    ProblemType("game_is_over", 410, "Game over", "The game is over; it takes no more actions."),
    ProblemType(
        "illegal_action",
        422,
        "Illegal action",
        "The rules do not allow this action now; `errors` has the code of the rule.",
    ),
)

_TRANSPORT = (
    ProblemType("length_required", 411, "Length required", "A request with a body needs `Content-Length`."),
    ProblemType(
        "body_too_large", 413, "Body too large", "The body is larger than the limit of this address."
    ),
    ProblemType(
        "too_many_records",
        413,
        "Too many records",
        "The batch has more records than the limit; send it in parts.",
    ),
    ProblemType(
        "unsupported_media_type",
        415,
        "Unsupported media type",
        "This address does not accept bodies of this media type, compressed bodies, or charsets but UTF-8.",
    ),
    ProblemType(
        "record_refused",
        422,
        "Record refused",
        "The record is wrong and nothing of it was stored; `fault` says where and why.",
    ),
    ProblemType(
        "key_reused",
        422,
        "Key reused",
        "This `Idempotency-Key` was used for another request; choose a new one.",
    ),
    ProblemType(
        "throttled",
        429,
        "Throttled",
        "You have sent too many requests; wait for the number of seconds in `Retry-After`.",
    ),
    ProblemType(
        "too_many_at_once",
        429,
        "Too many at once",
        "You have reached the limit of streams or exports open at once; close one, or try again later.",
    ),
)

_SERVER = (
    ProblemType(
        "internal_error",
        500,
        "Internal error",
        "The server failed; its operators find the reason in its log.",
    ),
    ProblemType(
        "too_many_streams",
        503,
        "Too many streams",
        "The server has reached its limit of open streams; try again later, or poll.",
    ),
    ProblemType(
        "too_many_exports",
        503,
        "Too many exports",
        "The server has reached its limit of exports at once; try again later.",
    ),
    ProblemType("overloaded", 503, "Overloaded", "The server is overloaded; try again in a few seconds."),
    ProblemType(
        "unavailable", 503, "Unavailable", "The database does not respond; try again in a few seconds."
    ),
)

#: Every code that a problem can have.
PROBLEMS: Final[Mapping[str, ProblemType]] = {
    kind.code: kind for kind in (*_REQUEST, *_CLIENT, *_STATE, *_PLAY, *_TRANSPORT, *_SERVER)
}

#: Every code that an entry of `errors` can have, in addition to the codes of the rulesets.
FIELD_CODES: Final[Mapping[str, str]] = {
    "required": "The field is missing.",
    "unknown_field": "There is no such field.",
    "unknown_parameter": "There is no such query parameter.",
    "repeated_parameter": "The query parameter is given more than once.",
    "wrong_type": "The value has another type than the field.",
    "unknown_value": "The value is not one that the field accepts.",
    "not_found": "Nothing has this name.",
    "not_your_bot": "The bot belongs to another user.",
    "blank": "The text is empty.",
    "bad_character": "The text contains a character that cannot be stored.",
    "too_small": "The number is below the minimum.",
    "too_large": "The number is above the maximum.",
    "too_short": "The text or list is shorter than the minimum.",
    "too_long": "The text or list is longer than the maximum.",
    "repeated_value": "The list contains the same value twice.",
    "bot_not_yours": "The bot is not one of yours.",
    "name_taken": "Another bot has this name.",
    "bad_name": "The name contains characters that names cannot have.",
    "too_many": "You have reached the limit.",
    "no_remote_seat": "A live game needs an open seat or a remote bot.",
    "no_time": "The clock leaves no time for a decision.",
    "wrong_order": "The end of the range is before its start.",
}

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


def _problem(code: str, status: int, meaning: str, *, title: str = "") -> ProblemType:
    return ProblemType(code, status, title or code.replace("_", " ").capitalize(), meaning)


_PROBLEMS = (
    # the request itself, and its body
    _problem("bad_request", 400, "The server cannot read the request."),
    _problem("invalid_request", 400, "Fields of the body are missing or wrong; see `errors`."),
    _problem("invalid_parameters", 400, "Query parameters are unknown or have wrong values; see `errors`."),
    _problem("invalid_cursor", 400, "The cursor is not one of this list; start again without a cursor."),
    _problem("not_utf8", 400, "The body is not valid UTF-8.", title="Not UTF-8"),
    _problem("byte_order_mark", 400, "The body starts with a byte order mark; send it without one."),
    _problem("not_json", 400, "The body is not valid JSON.", title="Not JSON"),
    _problem("not_an_object", 400, "The body is valid JSON, but not an object."),
    _problem("too_deep", 400, "The body nests lists and objects more deeply than is allowed."),
    _problem("repeated_key", 400, "An object in the body has the same key twice."),
    _problem("null_refused", 400, "The body contains null; leave out the key or entry instead."),
    _problem(
        "float_refused",
        400,
        "The body contains a number with a fraction or an exponent, NaN or infinity; send integers.",
    ),
    _problem("out_of_range", 400, "The body contains a number with more digits than any field accepts."),
    _problem("unpaired_surrogate", 400, "A text in the body contains half of a surrogate pair."),
    _problem("invalid_key", 400, "`Idempotency-Key` is not a text of 1 to 200 printable ASCII characters."),
    _problem("no_records", 400, "The body contains no record."),
    # the client, and the address
    _problem("not_authenticated", 401, "This request needs a token; send `Authorization: Bearer rodeo_...`."),
    _problem(
        "invalid_token",
        401,
        "The token is unknown, expired or revoked, or its owner is inactive; create another one.",
    ),
    _problem("permission_denied", 403, "You do not have permission to do this."),
    _problem("not_your_seat", 403, "None of your remote bots sits in this seat."),
    _problem(
        "csrf_failed",
        403,
        "A request with a session cookie needs the CSRF token; programs use an API token instead.",
        title="CSRF check failed",
    ),
    _problem(
        "not_your_bot",
        403,
        "A bot named for a player belongs to another user; only its owner can submit its games.",
    ),
    _problem("not_found", 404, "There is nothing at this address."),
    _problem(
        "method_not_allowed",
        405,
        "This address does not accept this method; the header `Allow` lists those it accepts.",
    ),
    _problem("not_acceptable", 406, "The server cannot produce any media type in `Accept`."),
    # the state of tournaments, games and keys
    _problem("conflict", 409, "The request conflicts with the current state; read it again and retry."),
    _problem(
        "not_draft",
        409,
        "The tournament has already been started; only a draft can be started.",
        title="Already started",
    ),
    _problem("already_over", 409, "The tournament is already over.", title="Over"),
    _problem(
        "ends_by_itself",
        409,
        "A tournament with planned games finishes when all of its games are over; cancel it to end it now.",
    ),
    _problem("tournament_not_running", 409, "The tournament is not running.", title="Not running"),
    _problem(
        "submitted_games_refused",
        409,
        "The tournament does not count submitted games; its organiser can change that.",
    ),
    _problem(
        "parent_not_finished",
        409,
        "The game is not finished; only a finished game can be continued from one of its steps.",
        title="Game not finished",
    ),
    _problem(
        "parent_diverged",
        409,
        "The log of the game breaks the rules at or before that step; choose an earlier step.",
        title="Game diverged",
    ),
    _problem(
        "seed_unknown", 409, "The server does not know the seed of that step; continue with a new seed."
    ),
    _problem(
        "seed_secret",
        409,
        "The seed is secret until every game dealt from it is over; continue with a new seed, or wait.",
    ),
    _problem("game_not_over", 409, "The game is not over; it can be verified when it is."),
    _problem(
        "key_in_use",
        409,
        "A request with this `Idempotency-Key` is still in progress; try again in a few seconds.",
    ),
    # live games
    _problem("game_not_live", 409, "This game is not played over REST.", title="Not played live"),
    _problem("game_not_started", 409, "The game has not started; one of its seats is still open."),
    _problem("game_started", 409, "The game has started or was withdrawn; it is not open."),
    _problem("too_many_open_games", 409, "You have reached the limit of open games; withdraw or finish one."),
    _problem("seat_taken", 409, "The seat is already taken; choose another one."),
    _problem("not_your_turn", 409, "It is another seat's turn."),
    _problem(
        "stale",
        409,
        "The game has continued: `expected_seq` is not the number of its last event; read your turn again.",
    ),
    _problem("seat_forfeited", 409, "The seat has forfeited; the platform plays it to the end."),
    _problem(
        "time_ran_out",
        409,
        "The action arrived after the seat's time; the seat has forfeited.",
        title="Out of time",
    ),
    _problem("game_is_over", 410, "The game is over; it takes no more actions.", title="Game over"),
    _problem(
        "illegal_action", 422, "The rules do not allow this action now; `errors` has the code of the rule."
    ),
    # size, type and number of requests
    _problem("length_required", 411, "A request with a body needs `Content-Length`."),
    _problem("body_too_large", 413, "The body is larger than the limit of this address."),
    _problem("too_many_records", 413, "The batch has more records than the limit; send it in parts."),
    _problem(
        "unsupported_media_type",
        415,
        "This address does not accept bodies of this media type, compressed bodies, or charsets but UTF-8.",
    ),
    _problem(
        "record_refused", 422, "The record is wrong and nothing of it was stored; `fault` says where and why."
    ),
    _problem("key_reused", 422, "This `Idempotency-Key` was used for another request; choose a new one."),
    _problem(
        "throttled", 429, "You have sent too many requests; wait for the number of seconds in `Retry-After`."
    ),
    _problem(
        "too_many_at_once",
        429,
        "You have reached the limit of streams or exports open at once; close one, or try again later.",
    ),
    # the server
    _problem("internal_error", 500, "The server failed; its operators find the reason in its log."),
    _problem(
        "too_many_streams", 503, "The server has reached its limit of open streams; try again later, or poll."
    ),
    _problem(
        "too_many_exports", 503, "The server has reached its limit of exports at once; try again later."
    ),
    _problem("overloaded", 503, "The server is overloaded; try again in a few seconds."),
    _problem("unavailable", 503, "The database does not respond; try again in a few seconds."),
)

#: Every code that a problem can have.
PROBLEMS: Final[Mapping[str, ProblemType]] = {kind.code: kind for kind in _PROBLEMS}

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

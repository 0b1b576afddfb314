"""Parameters of queries that are no filters."""

import re
from typing import NamedTuple

from rest_framework.request import Request

from api.problems import ApiError, FieldError
from engine.core import UnreadableRecord, read_object

__all__ = [
    "StepRange",
    "flag",
    "known_turns",
    "last_event_id",
    "names_of_bots",
    "row_id",
    "step_range",
    "whole_number",
]

#: No log is longer than a record may be.
_LAST_STEP = 1_000_000
#: What PostgreSQL's bigint holds, but for its last digit.
_LAST_ID = 10**18 - 1
#: Turns one may name as known.
_MOST_KNOWN = 200


class StepRange(NamedTuple):
    """A range of steps, both ends included."""

    first: int
    last: int


def step_range(request: Request, *, most: int) -> StepRange:
    """
    Return the steps the client asks for.

    Raises:
        ApiError: `invalid_parameters`: not numbers, the wrong way round, or more than `most`.
    """
    first = whole_number(request, "first", 0, most=_LAST_STEP)
    last = whole_number(request, "last", first + most - 1, most=_LAST_STEP)
    if last < first:
        raise _refused("last", "wrong_order", f"at least {first}, as `first` is")
    if last - first >= most:
        raise _refused("last", "too_large", f"at most {first + most - 1}: one answer holds {most} steps")
    return StepRange(first, last)


def last_event_id(request: Request, *, ends_with: str, most: int) -> str | None:
    """
    Return the id of the last message a client has heard of a stream: a number, or the last id of all; None: none.

    Raises:
        ApiError: `invalid_parameters`: no message has that id.
    """
    header = request.headers.get("Last-Event-ID")
    text = request.query_params.get("last_event_id") if header is None else header
    if text is None or text == ends_with:
        return text
    name = "last_event_id" if header is None else "Last-Event-ID"
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
        raise _refused(name, "wrong_type", f"a whole number from 0 to {most}, or {ends_with}")
    if int(text) > most:
        raise _refused(name, "too_large", f"a whole number from 0 to {most}, or {ends_with}")
    return text


def whole_number(request: Request, name: str, default: int, *, most: int) -> int:
    """
    Return a parameter that is a whole number from 0 on.

    Raises:
        ApiError: `invalid_parameters`.
    """
    text = request.query_params.get(name)
    if text is None:
        return default
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
        code = "too_small" if re.fullmatch(r"-[0-9]{1,18}", text, re.ASCII) else "wrong_type"
        raise _refused(name, code, f"a whole number from 0 to {most}")
    if int(text) > most:
        raise _refused(name, "too_large", f"a whole number from 0 to {most}")
    return int(text)


def row_id(request: Request, name: str) -> int | None:
    """
    Return a parameter that is the id of a row, if it is given.

    Raises:
        ApiError: `invalid_parameters`.
    """
    if request.query_params.get(name) is None:
        return None
    return whole_number(request, name, 0, most=_LAST_ID)


def known_turns(request: Request, name: str) -> dict[int, int]:
    """
    Return a parameter that lists turns as `game:expected_seq`, separated by commas.

    Raises:
        ApiError: `invalid_parameters`.
    """
    text = request.query_params.get(name)
    if text is None:
        return {}
    pairs = text.split(",")
    if len(pairs) > _MOST_KNOWN:
        raise _refused(name, "too_long", f"at most {_MOST_KNOWN} turns")
    if not all(re.fullmatch(r"[0-9]{1,18}:[0-9]{1,9}", pair, re.ASCII) for pair in pairs):
        raise _refused(name, "wrong_type", "game:expected_seq of each turn, separated by commas")
    return {int(game): int(seq) for game, _, seq in (pair.partition(":") for pair in pairs)}


def _refused(name: str, code: str, expected: str) -> ApiError:
    return ApiError("invalid_parameters", errors=[FieldError(name, code, expected)])


def flag(request: Request, name: str) -> bool:
    """
    Return a parameter that is `true` or `false`; false if it is left out.

    Raises:
        ApiError: `invalid_parameters`.
    """
    text = request.query_params.get(name, "false")
    if text not in ("true", "false"):
        raise _refused(name, "unknown_value", "one of true, false")
    return text == "true"


def names_of_bots(request: Request, name: str) -> dict[str, str]:
    """
    Return a parameter that is a JSON object of texts: names of bots by names of players.

    Raises:
        ApiError: `invalid_parameters`.
    """
    text = request.query_params.get(name)
    if text is None:
        return {}
    expected = "a JSON object: names of bots by names of players"
    try:
        found = read_object(text.encode())
    except (UnreadableRecord, UnicodeEncodeError) as error:
        raise _refused(name, "wrong_type", expected) from error
    if not all(isinstance(bot, str) for bot in found.values()):
        raise _refused(name, "wrong_type", expected)
    if any("\x00" in bot for bot in found.values()):
        raise _refused(name, "bad_character", expected)
    return found

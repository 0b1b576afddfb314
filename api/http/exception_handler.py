"""The one place where exceptions become problems: every refusal is `application/problem+json` with a code."""

import logging
import math
from collections.abc import Iterator, Mapping
from functools import singledispatch
from typing import Any

import orjson
from django.core.exceptions import ObjectDoesNotExist, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.views import set_rollback

from api.problems import PROBLEMS, ApiError, FieldError, Problem, phrase
from engine.core import EngineError, IllegalAction, InvalidOptions, MalformedEvent, UnknownRuleset
from games.errors import (
    FORK_CODES,
    ConcurrencyConflict,
    ForkRefused,
    GameIsOver,
    PlayRefused,
    RequestInvalid,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
)
from tournaments.errors import CODES as TOURNAMENT_CODES
from tournaments.errors import (
    EntryRefused,
    InvalidTournament,
    TournamentError,
    TournamentNotFound,
    WrongTournamentStatus,
)

__all__ = ["ProblemResponse", "exception_handler", "problem_of"]

_log = logging.getLogger("api")

#: Codes of Django's and DRF's own fields, in our words.
_OUR_CODES = {
    "invalid": "wrong_type",
    "not_a_list": "wrong_type",
    "not_a_dict": "wrong_type",
    "invalid_choice": "unknown_value",
    "max_length": "too_long",
    "min_length": "too_short",
    "max_value": "too_large",
    "min_value": "too_small",
    "empty": "too_short",
    "null": "wrong_type",
    "does_not_exist": "not_found",
    "null_characters_not_allowed": "bad_character",
    "surrogate_characters_not_allowed": "bad_character",
}


class ProblemResponse(HttpResponse):
    """A problem as it goes over the wire, whatever the client said it accepts."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(
            orjson.dumps(problem.data()),
            status=problem.status,
            content_type="application/problem+json",
            headers=dict(problem.headers),
        )
        self.headers["Cache-Control"] = "no-store"


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Return the problem that tells of an exception; what nobody foresaw is logged, and told without its reason."""
    problem = problem_of(exc)
    if problem.status >= 500:
        _log.error("%s at %s", problem.code, _address(context), exc_info=exc)
    set_rollback()
    return ProblemResponse(problem)


@singledispatch
def problem_of(exc: Exception) -> Problem:
    """Return the problem an exception stands for."""
    return Problem("internal_error")


@problem_of.register
def _(exc: ApiError) -> Problem:
    return exc.problem


@problem_of.register
def _(exc: exceptions.APIException) -> Problem:
    return Problem("bad_request" if exc.status_code < 500 else "internal_error")


@problem_of.register
def _(exc: exceptions.ValidationError) -> Problem:
    return Problem("invalid_request", errors=tuple(_flattened(exc.get_full_details())))


@problem_of.register
def _(exc: exceptions.NotAuthenticated) -> Problem:
    return Problem("not_authenticated", headers=_challenge(exc))


@problem_of.register
def _(exc: exceptions.AuthenticationFailed) -> Problem:
    return Problem("invalid_token", headers=_challenge(exc))


@problem_of.register(exceptions.PermissionDenied)
@problem_of.register(DjangoPermissionDenied)
def _(exc: Exception) -> Problem:
    return Problem("permission_denied")


@problem_of.register(exceptions.NotFound)
@problem_of.register(Http404)
@problem_of.register(ObjectDoesNotExist)
@problem_of.register(UnknownGame)
@problem_of.register(UnknownBot)
@problem_of.register(UnknownSeat)
@problem_of.register(TournamentNotFound)
def _(exc: Exception) -> Problem:
    return Problem("not_found")


@problem_of.register
def _(exc: exceptions.MethodNotAllowed) -> Problem:
    return Problem("method_not_allowed")


@problem_of.register
def _(exc: exceptions.NotAcceptable) -> Problem:
    return Problem("not_acceptable")


@problem_of.register
def _(exc: exceptions.UnsupportedMediaType) -> Problem:
    return Problem("unsupported_media_type")


@problem_of.register
def _(exc: exceptions.Throttled) -> Problem:
    seconds = max(1, math.ceil(getattr(exc, "wait", None) or 1))
    return Problem("throttled", f"Try again in {seconds} seconds.", headers={"Retry-After": str(seconds)})


@problem_of.register(SuspiciousOperation)
@problem_of.register(UnreadablePostError)
def _(exc: Exception) -> Problem:
    return Problem("bad_request")


@problem_of.register
def _(exc: RequestDataTooBig) -> Problem:
    return Problem("body_too_large")


@problem_of.register(OperationalError)
@problem_of.register(InterfaceError)
def _(exc: Exception) -> Problem:
    return Problem("unavailable", headers={"Retry-After": "5"})


@problem_of.register
def _(exc: ConcurrencyConflict) -> Problem:
    return Problem("conflict")


@problem_of.register(WrongTournamentStatus)
@problem_of.register(EntryRefused)
def _(exc: TournamentError) -> Problem:
    return Problem(exc.code)


@problem_of.register
def _(exc: PlayRefused) -> Problem:
    return Problem(exc.code, exc.detail)


@problem_of.register
def _(exc: GameIsOver) -> Problem:
    return Problem(exc.code)


@problem_of.register(IllegalAction)
@problem_of.register(MalformedEvent)
def _(exc: EngineError) -> Problem:
    names = ("action", str(exc.details.get("field", "")))
    fault = FieldError(
        ".".join(name for name in names if name), exc.code, phrase(exc.details.get("expected"))
    )
    return Problem("illegal_action", errors=(fault,))


@problem_of.register
def _(exc: RequestInvalid) -> Problem:
    return Problem(
        "invalid_request", errors=(FieldError(exc.details["field"], exc.code, exc.details["expected"]),)
    )


@problem_of.register
def _(exc: ForkRefused) -> Problem:
    if exc.code in PROBLEMS:
        return Problem(exc.code)
    said = phrase(exc.details.get("expected")) or FORK_CODES[exc.code]
    return Problem("invalid_request", errors=(FieldError(str(exc.details["field"]), exc.code, said),))


@problem_of.register(InvalidOptions)
@problem_of.register(UnknownRuleset)
@problem_of.register(InvalidTournament)
def _(exc: EngineError | TournamentError) -> Problem:
    name = str(exc.details.get("field", ""))
    if exc.code == "invalid_options" and name != "options":
        name = f"options.{name}"  # the ruleset knows its options only, not where in the body they stand
    return Problem("invalid_request", errors=(FieldError(name, exc.code, _expected(exc)),))


def _expected(exc: EngineError | TournamentError) -> str:
    return phrase(exc.details.get("expected")) or TOURNAMENT_CODES.get(exc.code, "another value")


def _challenge(exc: exceptions.APIException) -> dict[str, str]:
    header = getattr(exc, "auth_header", None)
    return {"WWW-Authenticate": header} if header else {}


def _flattened(details: Any, path: str = "") -> Iterator[FieldError]:
    if (
        isinstance(details, Mapping)
        and set(details) == {"message", "code"}
        and isinstance(details["code"], str)
    ):
        code = details["code"]
        yield FieldError(path, _OUR_CODES.get(code, code), str(details["message"]))
        return
    parts = details.items() if isinstance(details, Mapping) else _numbered(details)
    for name, inner in parts:
        own = "" if name == "non_field_errors" else str(name)
        yield from _flattened(inner, ".".join(part for part in (path, own) if part))


def _numbered(details: list[Any]) -> Iterator[tuple[str, Any]]:
    messages = all(isinstance(item, Mapping) and set(item) == {"message", "code"} for item in details)
    for number, item in enumerate(details):
        if item:
            yield ("" if messages else str(number), item)


def _address(context: Mapping[str, Any]) -> str:
    request = context.get("request")
    return f"{request.method} {request.path}" if request is not None else "an unknown address"

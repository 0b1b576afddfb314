"""Map exceptions to problems: every refusal is `application/problem+json` with a code."""

import logging
import math
from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.views import set_rollback

from api.problems import PROBLEMS, ApiError, FieldError, Problem, describe_expected
from api.validation import list_field_errors
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

__all__ = ["ProblemResponse", "exception_handler", "find_problem"]

_log = logging.getLogger("api")


class ProblemResponse(HttpResponse):
    """A problem as `application/problem+json`, whatever the client accepts."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(
            problem.to_json(),
            status=problem.status,
            content_type="application/problem+json",
            headers=dict(problem.headers),
        )
        self.headers["Cache-Control"] = "no-store"


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Return the problem of an exception; unexpected exceptions are logged and reported without details."""
    problem = find_problem(exc)
    if problem.status >= 500:
        _log.error("%s at %s", problem.code, _describe_request(context), exc_info=exc)
    set_rollback()
    return ProblemResponse(problem)


@singledispatch
def find_problem(exc: Exception) -> Problem:
    """Return the problem of an exception."""
    return Problem("internal_error")


@find_problem.register
def _(exc: ApiError) -> Problem:
    return exc.problem


@find_problem.register
def _(exc: exceptions.APIException) -> Problem:
    return Problem("bad_request" if exc.status_code < 500 else "internal_error")


@find_problem.register
def _(exc: exceptions.ValidationError) -> Problem:
    return Problem("invalid_request", errors=tuple(list_field_errors(exc.get_full_details())))


@find_problem.register
def _(exc: exceptions.NotAuthenticated) -> Problem:
    return Problem("not_authenticated", headers=_build_authenticate_header(exc))


@find_problem.register
def _(exc: exceptions.AuthenticationFailed) -> Problem:
    return Problem("invalid_token", headers=_build_authenticate_header(exc))


@find_problem.register(exceptions.PermissionDenied)
@find_problem.register(DjangoPermissionDenied)
def _(exc: Exception) -> Problem:
    return Problem("permission_denied")


@find_problem.register(exceptions.NotFound)
@find_problem.register(Http404)
@find_problem.register(ObjectDoesNotExist)
@find_problem.register(UnknownGame)
@find_problem.register(UnknownBot)
@find_problem.register(UnknownSeat)
@find_problem.register(TournamentNotFound)
def _(exc: Exception) -> Problem:
    return Problem("not_found")


@find_problem.register
def _(exc: exceptions.MethodNotAllowed) -> Problem:
    return Problem("method_not_allowed")


@find_problem.register
def _(exc: exceptions.NotAcceptable) -> Problem:
    return Problem("not_acceptable")


@find_problem.register
def _(exc: exceptions.UnsupportedMediaType) -> Problem:
    return Problem("unsupported_media_type")


@find_problem.register
def _(exc: exceptions.Throttled) -> Problem:
    seconds = max(1, math.ceil(getattr(exc, "wait", None) or 1))
    return Problem(
        "throttled",
        f"You have sent too many requests; try again in {seconds} seconds.",
        headers={"Retry-After": str(seconds)},
    )


@find_problem.register(SuspiciousOperation)
@find_problem.register(UnreadablePostError)
def _(exc: Exception) -> Problem:
    return Problem("bad_request")


@find_problem.register
def _(exc: RequestDataTooBig) -> Problem:
    return Problem("body_too_large")


@find_problem.register(OperationalError)
@find_problem.register(InterfaceError)
def _(exc: Exception) -> Problem:
    return Problem("unavailable", headers={"Retry-After": "5"})


@find_problem.register
def _(exc: ConcurrencyConflict) -> Problem:
    return Problem("conflict")


@find_problem.register(WrongTournamentStatus)
@find_problem.register(EntryRefused)
def _(exc: TournamentError) -> Problem:
    return Problem(exc.code)


@find_problem.register
def _(exc: PlayRefused) -> Problem:
    return Problem(exc.code, exc.detail)


@find_problem.register
def _(exc: GameIsOver) -> Problem:
    return Problem(exc.code)


@find_problem.register(IllegalAction)
@find_problem.register(MalformedEvent)
def _(exc: EngineError) -> Problem:
    names = ("action", str(exc.details.get("field", "")))
    path = ".".join(name for name in names if name)
    expected = describe_expected(exc.details.get("expected"))
    return Problem("illegal_action", errors=(FieldError(path, exc.code, expected),))


@find_problem.register
def _(exc: RequestInvalid) -> Problem:
    return Problem(
        "invalid_request", errors=(FieldError(exc.details["field"], exc.code, exc.details["expected"]),)
    )


@find_problem.register
def _(exc: ForkRefused) -> Problem:
    if exc.code in PROBLEMS:
        return Problem(exc.code)
    expected = describe_expected(exc.details.get("expected")) or FORK_CODES[exc.code]
    return Problem("invalid_request", errors=(FieldError(str(exc.details["field"]), exc.code, expected),))


@find_problem.register(InvalidOptions)
@find_problem.register(UnknownRuleset)
@find_problem.register(InvalidTournament)
def _(exc: EngineError | TournamentError) -> Problem:
    name = str(exc.details.get("field", ""))
    if exc.code == "invalid_options" and name != "options":
        name = f"options.{name}"  # the ruleset knows only the names of its options, not the path in the body
    expected = describe_expected(exc.details.get("expected")) or TOURNAMENT_CODES.get(
        exc.code, "another value"
    )
    return Problem("invalid_request", errors=(FieldError(name, exc.code, expected),))


def _build_authenticate_header(exc: exceptions.APIException) -> dict[str, str]:
    header = getattr(exc, "auth_header", None)
    return {"WWW-Authenticate": header} if header else {}


def _describe_request(context: Mapping[str, Any]) -> str:
    request = context.get("request")
    return f"{request.method} {request.path}" if request is not None else "unknown address"

"""Games played elsewhere: their records come in here; and the receipts given for them are checked here."""

from functools import partial
from typing import Any, cast

from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.formats import BatchParser, LinesParser, PackedParser, SubmittedBatch, SubmittedRecord
from api.http import ApiView
from api.idempotency import KEY_PARAMETER, idempotent
from api.problems import ApiError, FieldError
from api.receipts import Receipt, receipt_fault, receipt_issue
from api.v1.inputs import flag, names_of_bots, row_id
from api.v1.submissions.serializers import (
    RECORD_SCHEMA,
    BatchSerializer,
    ReceiptCheckSerializer,
    ReceiptSerializer,
    SubmissionSerializer,
    batch_data,
    fault_data,
    submission_data,
)
from games.errors import NotYourBot, UnknownBot
from games.import_export import (
    Submission,
    SubmissionStatus,
    SubmittersBots,
    Take,
    records_submit,
    submitters_bots,
)
from tournaments.entries import entries_check, records_enter
from tournaments.errors import TournamentNotFound
from tournaments.selectors import tournament_get

__all__ = ["ReceiptCheck", "SubmissionList"]


class SubmissionList(ApiView):
    """Takes records of games played elsewhere."""

    permission_classes = (IsAuthenticated,)
    parser_classes = (LinesParser, PackedParser, BatchParser)
    throttle_scope = "submit"

    def known_parameters(self, request: Request) -> tuple[str, ...]:
        """Return the parameters of a submission."""
        return ("bots", "dry_run", "tournament") if request.method == "POST" else ()

    @extend_schema(
        operation_id="submissions_create",
        summary="Submit finished games",
        request={
            "application/jsonl": OpenApiTypes.STR,
            "application/json": RECORD_SCHEMA,
            "application/x-ndjson": OpenApiTypes.STR,
        },
        parameters=[
            KEY_PARAMETER,
            OpenApiParameter(
                "dry_run",
                OpenApiTypes.STR,
                enum=["true", "false"],
                description="`true`: only judge, store nothing.",
            ),
            OpenApiParameter(
                "bots",
                OpenApiTypes.STR,
                description="JSON object: name of a bot of yours by name of a player. Players called like a bot of "
                "yours need not be named.",
            ),
            OpenApiParameter(
                "tournament",
                OpenApiTypes.INT,
                description="Id of a running tournament that the games are entered in, if its organiser lets "
                "submitted games count.",
            ),
        ],
        responses={
            200: PolymorphicProxySerializer(
                "SubmissionAnswer", [SubmissionSerializer, BatchSerializer], resource_type_field_name=None
            ),
            201: SubmissionSerializer,
        },
        tags=["submissions"],
    )
    @idempotent(is_atomic=False)
    def post(self, request: Request) -> Response:
        """
        One record as `application/jsonl` (its lines) or `application/json` (one object), or a batch of objects, one on
        each line, as `application/x-ndjson`. Each is replayed by the engine before anything of it is stored.
        """
        content = request.data
        if not isinstance(content, SubmittedRecord | SubmittedBatch):
            raise ApiError("no_records")
        is_dry_run = flag(request, "dry_run")
        tournament_id = _tournament(request)
        by = cast("User", request.user)
        submissions = records_submit(
            texts=content.texts(),
            form=content.form,
            by=by,
            bots=_bots(request, by),
            is_dry_run=is_dry_run,
            take=_take(tournament_id, is_dry_run),
        )
        told = partial(_told, is_dry_run=is_dry_run, tournament_id=tournament_id)
        if isinstance(content, SubmittedBatch):
            return Response(batch_data([told(each) for each in submissions]))
        submission = next(submissions)
        if submission.fault is not None:
            fault = fault_data(submission.fault)
            raise ApiError("record_refused", detail=submission.fault.rule, fault=fault)
        is_new = submission.status is SubmissionStatus.ACCEPTED
        return Response(told(submission), status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class ReceiptCheck(ApiView):
    """Checks receipts."""

    permission_classes = (AllowAny,)
    throttle_scope = "receipts"

    @extend_schema(
        operation_id="receipts_verify",
        summary="Check a receipt",
        request=ReceiptSerializer,
        responses=ReceiptCheckSerializer,
        tags=["submissions"],
    )
    def post(self, request: Request) -> Response:
        """Whether this server has signed it, and whether the game's log still has that hash."""
        given = ReceiptSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        code = receipt_fault(given.receipt_of())
        return Response({"valid": code is None, "code": code})


def _bots(request: Request, by: User) -> SubmittersBots:
    """
    Return the bots of the parameter `bots` and the submitter's own.

    Raises:
        ApiError: `not_your_bot`, `invalid_parameters`.
    """
    try:
        return submitters_bots(by, names_of_bots(request, "bots"))
    except NotYourBot as error:
        raise ApiError(
            "not_your_bot", errors=[FieldError("bots", "not_your_bot", "a bot of yours")]
        ) from error
    except UnknownBot as error:
        raise ApiError(
            "invalid_parameters", errors=[FieldError("bots", "not_found", "names of bots")]
        ) from error


def _tournament(request: Request) -> int | None:
    """
    Return the id of the tournament the games are submitted for, if one is named, after refusing one that takes none.

    Raises:
        ApiError: `invalid_parameters`.
        WrongTournamentStatus, EntryRefused: it takes no games.
    """
    tournament_id = row_id(request, "tournament")
    if tournament_id is None:
        return None
    try:
        entries_check(tournament_get(tournament_id))
    except TournamentNotFound as error:
        fault = FieldError("tournament", "not_found", "the id of a tournament")
        raise ApiError("invalid_parameters", errors=[fault]) from error
    return tournament_id


def _take(tournament_id: int | None, is_dry_run: bool) -> Take | None:
    if tournament_id is None:
        return None
    return partial(records_enter, tournament_id=tournament_id, is_dry_run=is_dry_run)


def _receipt(submission: Submission, is_dry_run: bool) -> Receipt | None:
    if submission.game_id is None or submission.verdict is None or is_dry_run:
        return None
    if not submission.verdict.is_good:
        return None  # nothing is vouched for that is not what it was
    return receipt_issue(game_id=submission.game_id, head=submission.verdict.head, now=timezone.now())


def _told(submission: Submission, *, is_dry_run: bool, tournament_id: int | None) -> dict[str, Any]:
    return submission_data(submission, _receipt(submission, is_dry_run), tournament_id=tournament_id)

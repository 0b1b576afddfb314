"""Submit records of games played elsewhere, and verify the receipts issued for them."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, cast

from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.formats import BatchParser, LinesParser, PackedParser, SubmittedBatch, SubmittedRecord
from api.http import ApiView
from api.idempotency import idempotent
from api.problems import ApiError, FieldError
from api.receipts import Receipt, receipt_fault, receipt_issue
from api.v1.submissions import structs
from api.v1.submissions.serializers import ReceiptSerializer, SubmissionQuery
from games.errors import NotYourBot, UnknownBot
from games.import_export import (
    StoreRecords,
    Submission,
    SubmissionStatus,
    SubmitterBots,
    records_submit,
    submitter_bots,
)
from tournaments.entries import entries_check, records_enter
from tournaments.errors import TournamentNotFound
from tournaments.selectors import tournament_get

__all__ = ["ReceiptCheck", "SubmissionList"]

_RESULTS: Any = [structs.Submission, structs.Batch]


class SubmissionList(ApiView):
    """Records of games played elsewhere."""

    permission_classes = (IsAuthenticated,)
    parser_classes = (LinesParser, PackedParser, BatchParser)
    query_serializer_class = SubmissionQuery
    query_methods = ("POST",)
    throttle_scope = "submit"

    @extend_schema(
        operation_id="submissions_create",
        summary="Submit finished games",
        request={
            "application/jsonl": OpenApiTypes.STR,
            "application/json": structs.Record,
            "application/x-ndjson": OpenApiTypes.STR,
        },
        responses={
            200: PolymorphicProxySerializer("SubmissionAnswer", _RESULTS, resource_type_field_name=None),
            201: structs.Submission,
        },
    )
    @idempotent(is_atomic=False)
    def post(self, request: Request) -> Response:
        """
        One record as `application/jsonl` (its lines) or `application/json` (one object), or a batch with one object
        per line as `application/x-ndjson`. The engine replays each record before any of it is stored.
        """
        content = request.data
        if not isinstance(content, SubmittedRecord | SubmittedBatch):
            raise ApiError("no_records")
        submissions = self._submit(content)
        if isinstance(content, SubmittedBatch):
            return Response(structs.Batch.from_submissions(submissions))
        submission = next(submissions)
        if submission.fault is not None:
            raise ApiError("record_refused", detail=submission.fault.rule, fault=submission.fault)
        is_new = submission.status is SubmissionStatus.ACCEPTED
        return Response(submission, status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)

    def _submit(self, content: SubmittedRecord | SubmittedBatch) -> Iterator[structs.Submission]:
        query, user = self.parse_query(), cast("User", self.request.user)
        is_dry_run, tournament_id = query.get("dry_run", False), query.get("tournament")
        submissions = records_submit(
            texts=content.texts(),
            form=content.form,
            by=user,
            store=_enter_in(tournament_id, is_dry_run),
            bots=_find_bots(user, query.get("bots", {})),
            is_dry_run=is_dry_run,
        )
        for submission in submissions:
            receipt = None if is_dry_run else _issue_receipt(submission)
            yield structs.Submission.from_submission(submission, receipt, tournament_id=tournament_id)


class ReceiptCheck(ApiView):
    """Verifies receipts."""

    permission_classes = (AllowAny,)
    throttle_scope = "receipts"

    @extend_schema(
        operation_id="receipts_verify",
        summary="Verify a receipt",
        request=ReceiptSerializer,
        responses=structs.ReceiptCheck,
        tags=["submissions"],
    )
    def post(self, request: Request) -> Response:
        """Whether this server signed it, and whether the game's log still has its hash."""
        code = receipt_fault(ReceiptSerializer.parse_receipt(request))
        return Response(structs.ReceiptCheck(code is None, code))


def _find_bots(user: User, names: Mapping[str, str]) -> SubmitterBots:
    """
    Return the user's bots and those that the request names for players.

    Raises:
        ApiError: `not_your_bot`, `invalid_parameters`.
    """
    try:
        return submitter_bots(user, names)
    except NotYourBot as error:
        errors = [FieldError("bots", "not_your_bot", "a bot of yours")]
        raise ApiError("not_your_bot", errors=errors) from error
    except UnknownBot as error:
        errors = [FieldError("bots", "not_found", "names of bots")]
        raise ApiError("invalid_parameters", errors=errors) from error


def _enter_in(tournament_id: int | None, is_dry_run: bool) -> StoreRecords | None:
    """
    Return what enters the games in a tournament, if the request names one.

    Raises:
        ApiError: `invalid_parameters`.
        WrongTournamentStatus, EntryRefused: the tournament accepts no games.
    """
    if tournament_id is None:
        return None
    try:
        entries_check(tournament_get(tournament_id))
    except TournamentNotFound as error:
        errors = [FieldError("tournament", "not_found", "the id of a tournament")]
        raise ApiError("invalid_parameters", errors=errors) from error
    return partial(records_enter, tournament_id=tournament_id, is_dry_run=is_dry_run)


def _issue_receipt(submission: Submission) -> Receipt | None:
    """Return a receipt for a game whose stored log is good."""
    if submission.game_id is None or submission.verdict is None or not submission.verdict.is_good:
        return None
    return receipt_issue(game_id=submission.game_id, head=submission.verdict.head, now=timezone.now())

"""
Games played elsewhere: their records come in here; and the receipts given for them are checked here.
"""

from typing import Any, cast

from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.idempotency import KEY_PARAMETER, idempotent
from api.problems import ApiError, FieldError
from api.receipts import Receipt, receipt_fault, receipt_issue
from api.records import BatchParser, LinesParser, PackedParser, SubmittedBatch, SubmittedRecord
from api.v1.parameters import flag, names_of_bots
from api.v1.serializers.submissions import (
    RECORD_SCHEMA,
    BatchSerializer,
    ReceiptCheckSerializer,
    ReceiptSerializer,
    SubmissionSerializer,
    batch_data,
    fault_data,
    submission_data,
)
from api.views import ApiView
from games.errors import NotYourBot, UnknownBot
from games.submissions import Submission, SubmissionStatus, SubmittersBots, records_submit, submitters_bots

__all__ = ["ReceiptCheck", "SubmissionList"]


class SubmissionList(ApiView):
    """
    Takes records of games played elsewhere.
    """

    permission_classes = (IsAuthenticated,)
    parser_classes = (LinesParser, PackedParser, BatchParser)
    throttle_scope = "submit"

    def known_parameters(self, request: Request) -> tuple[str, ...]:
        """
        Return the parameters of a submission.
        """
        return ("bots", "dry_run") if request.method == "POST" else ()

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
        by = cast("User", request.user)
        submissions = records_submit(
            texts=content.texts(), form=content.form, by=by, bots=_bots(request, by), is_dry_run=is_dry_run
        )
        if isinstance(content, SubmittedBatch):
            results = [submission_data(each, _receipt(each, is_dry_run)) for each in submissions]
            return Response(batch_data(results))
        return _answer(next(submissions), is_dry_run)


class ReceiptCheck(ApiView):
    """
    Checks receipts.
    """

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
        """
        Whether this server has signed it, and whether the game's log still has that hash.
        """
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


def _receipt(submission: Submission, is_dry_run: bool) -> Receipt | None:
    if submission.game_id is None or submission.verdict is None or is_dry_run:
        return None
    return receipt_issue(game_id=submission.game_id, head=submission.verdict.head, now=timezone.now())


def _answer(submission: Submission, is_dry_run: bool) -> Response:
    if submission.fault is not None:
        fault: dict[str, Any] = fault_data(submission.fault)
        raise ApiError("record_refused", detail=submission.fault.rule, fault=fault)
    is_new = submission.status is SubmissionStatus.ACCEPTED
    return Response(
        submission_data(submission, _receipt(submission, is_dry_run)),
        status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK,
    )

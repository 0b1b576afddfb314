"""The JSON of records that are submitted, and of what became of them."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, structs

from api.problems import Fault, describe_expected
from api.receipts import RECEIPT_CODES, Receipt
from api.structs import ApiStruct, JsonObject
from api.v1.games import Actor
from games import import_export
from games.import_export import SubmissionStatus

__all__ = ["Batch", "ReceiptCheck", "Record", "Submission"]

_MAX_EXPECTED_LENGTH = 500

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
ReceiptCode = Annotated[str, Meta(extra_json_schema={"enum": list(RECEIPT_CODES)})]


class RecordHeader(ApiStruct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record."""

    record: Annotated[int, Meta(ge=1, le=1)]
    ruleset: str
    components: str
    seats: int
    options: JsonObject
    players: list[str]
    commitment: Hash | UnsetType = UNSET


class RecordEvent(ApiStruct, frozen=True, forbid_unknown_fields=True):
    """One event of a record."""

    seq: Annotated[int, Meta(ge=1)]
    actor: Actor
    kind: str
    data: JsonObject


class RecordTrailer(ApiStruct, frozen=True, forbid_unknown_fields=True):
    """The last line of a record."""

    head: Hash
    seed: Hash | UnsetType = UNSET


class Record(ApiStruct, frozen=True, forbid_unknown_fields=True):
    """A record in one object: the lines of the record format. The engine parses and verifies it."""

    header: RecordHeader
    events: Annotated[list[RecordEvent], Meta(min_length=1)]
    trailer: RecordTrailer


class ReceiptCheck(ApiStruct, frozen=True):
    """Whether this server issued a receipt and its game's log has not changed."""

    valid: bool
    code: Annotated[ReceiptCode | None, Meta(description="Why it is not valid; null: it is.")]


class Submission(ApiStruct, frozen=True):
    """What became of one record."""

    status: SubmissionStatus
    game: Annotated[int | None, Meta(description="Id of its game; null: none.")]
    verdict: Annotated[
        Literal["exact", "chance_unproven", "diverged"] | None,
        Meta(
            description="The game's verdict; `diverged`: the stored log of a known game no longer matches the record. "
            "Null: the record is refused."
        ),
    ]
    head: Annotated[str | None, Meta(description="Hash of the log's last event.")]
    tournament: Annotated[
        int | None,
        Meta(description="Id of the tournament it is entered in; null: none, or the record is refused."),
    ]
    receipt: Receipt | None
    fault: Fault | None

    @classmethod
    def from_submission(
        cls, submission: import_export.Submission, receipt: Receipt | None, *, tournament_id: int | None
    ) -> "Submission":
        """Return the JSON of a submission, made for a tournament or for none."""
        verdict, fault = submission.verdict, submission.fault
        return cls(
            status=submission.status,
            game=submission.game_id,
            verdict=None if verdict is None else verdict.status.value,
            head=None if verdict is None else verdict.head.hex(),
            tournament=tournament_id if fault is None else None,
            receipt=receipt,
            fault=None if fault is None else _serialize_fault(fault),
        )


class NumberedSubmission(Submission, frozen=True):
    """What became of one record of a batch."""

    record: Annotated[int, Meta(description="Its line in the batch, from 1.")]


class Batch(ApiStruct, frozen=True):
    """What became of the records of a batch, in their order; the counts add up to their number."""

    accepted: int
    known: int
    valid: int
    refused: int
    results: list[NumberedSubmission]

    @classmethod
    def from_submissions(cls, submissions: Iterable[Submission]) -> "Batch":
        """Return the JSON of all submissions of a batch."""
        results = [
            NumberedSubmission(**structs.asdict(submission), record=number)
            for number, submission in enumerate(submissions, start=1)
        ]
        statuses = [result.status for result in results]
        counts = {status.value: statuses.count(status) for status in SubmissionStatus}
        return cls(**counts, results=results)


def _serialize_fault(fault: import_export.Fault) -> Fault:
    """Return the JSON of a fault."""
    return Fault(
        line=fault.line,
        seq=fault.seq,
        code=fault.code,
        rule=fault.rule,
        field=str(fault.details.get("field", "")),
        expected=describe_expected(fault.details.get("expected"))[:_MAX_EXPECTED_LENGTH],
    )

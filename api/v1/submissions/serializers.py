"""The shapes of submissions and receipts."""

from typing import Any, Final

from rest_framework import serializers

from api.problems import phrase
from api.receipts import RECEIPT_CODES, Receipt
from api.v1.inputs import StrictSerializer, Text, WholeNumber
from games.import_export import Fault, Submission, SubmissionStatus
from games.models import GameVerdict

__all__ = [
    "FOUND_VERDICTS",
    "RECORD_SCHEMA",
    "SUBMISSION_STATUSES",
    "BatchSerializer",
    "ReceiptCheckSerializer",
    "ReceiptSerializer",
    "SubmissionSerializer",
    "batch_data",
    "fault_data",
    "submission_data",
]

#: What a game can be whose record is right.
FOUND_VERDICTS: Final = [
    (each.value, each.label)
    for each in (GameVerdict.EXACT, GameVerdict.CHANCE_UNPROVEN, GameVerdict.DIVERGED)
]
SUBMISSION_STATUSES: Final = [(status.value, status.value) for status in SubmissionStatus]

#: Of what was expected, so many characters are told.
_MOST_EXPECTED: Final = 500

#: A record in one object, as the schema tells it: the engine says the rest.
RECORD_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A record in one object: the lines of the record format as objects.",
    "required": ["header", "events", "trailer"],
    "additionalProperties": False,
    "properties": {
        "header": {
            "type": "object",
            "required": ["record", "ruleset", "components", "seats", "options", "players"],
            "additionalProperties": False,
            "properties": {
                "record": {"type": "integer", "enum": [1]},
                "ruleset": {"type": "string"},
                "components": {"type": "string"},
                "seats": {"type": "integer"},
                "options": {"type": "object"},
                "players": {"type": "array", "items": {"type": "string"}},
                "commitment": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            },
        },
        "events": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["seq", "actor", "kind", "data"],
                "additionalProperties": False,
                "properties": {
                    "seq": {"type": "integer", "minimum": 1},
                    "actor": {
                        "oneOf": [
                            {"type": "integer", "minimum": 0},
                            {"type": "string", "enum": ["chance", "system"]},
                        ]
                    },
                    "kind": {"type": "string"},
                    "data": {"type": "object"},
                },
            },
        },
        "trailer": {
            "type": "object",
            "required": ["head"],
            "additionalProperties": False,
            "properties": {
                "head": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                "seed": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            },
        },
    },
}


class ReceiptSerializer(StrictSerializer):
    """The server's signed word that it holds a game's log."""

    receipt = WholeNumber(min_value=1, max_value=1, help_text="Number of this format.")
    game = WholeNumber(min_value=1, max_value=10**18 - 1, help_text="Id of the game.")
    head = Text(min_length=64, max_length=64, help_text="Hash of the log's last event.")
    time = Text(max_length=20, help_text="When it was signed, UTC.")
    signature = Text(
        min_length=64, max_length=64, help_text="HMAC-SHA-256 over the canonical JSON of the rest."
    )

    def validate_head(self, head: str) -> str:
        """Refuse what is no hash."""
        if not set(head) <= set("0123456789abcdef"):
            raise serializers.ValidationError("64 lower-case hexadecimal digits", "bad_character")
        return head

    def receipt_of(self) -> Receipt:
        """Return the receipt that was read."""
        values = self.validated_data
        return Receipt(values["game"], values["head"], values["time"], values["signature"])


class ReceiptCheckSerializer(serializers.Serializer[Any]):
    """Whether a receipt is one of ours and still true."""

    valid = serializers.BooleanField()
    code = serializers.ChoiceField(
        choices=list(RECEIPT_CODES), allow_null=True, help_text="Why it is not; null: it is."
    )


class FaultSerializer(serializers.Serializer[Any]):
    """The first thing that is wrong with a record."""

    line = serializers.IntegerField(
        allow_null=True, help_text="Line of the record, the header being 1; null: the text as a whole."
    )
    seq = serializers.IntegerField(
        allow_null=True, help_text="Number of the event at fault; null: it is no event."
    )
    code = serializers.CharField()
    rule = serializers.CharField(help_text="The rule it breaks.", allow_blank=True)
    field = serializers.CharField(help_text="What in it is wrong; empty: unknown.", allow_blank=True)
    expected = serializers.CharField(help_text="What would be right; empty: unknown.", allow_blank=True)


class SubmissionSerializer(serializers.Serializer[Any]):
    """What became of one record."""

    status = serializers.ChoiceField(choices=SUBMISSION_STATUSES)
    game = serializers.IntegerField(allow_null=True, help_text="Id of the game it is; null: none.")
    verdict = serializers.ChoiceField(
        choices=FOUND_VERDICTS,
        allow_null=True,
        help_text="The game's verdict; `diverged`: the log that is kept of a known game is no longer the record's. "
        "Null: it is refused.",
    )
    head = serializers.CharField(allow_null=True, help_text="Hash of the log's last event.")
    tournament = serializers.IntegerField(
        allow_null=True,
        help_text="Id of the tournament it is entered in; null: none was named, or it is refused.",
    )
    receipt = ReceiptSerializer(allow_null=True)
    fault = FaultSerializer(allow_null=True)


class NumberedSubmissionSerializer(SubmissionSerializer):
    """What became of one record of a batch."""

    record = serializers.IntegerField(help_text="Its line in the batch, from 1.")


class BatchSerializer(serializers.Serializer[Any]):
    """What became of the records of a batch, in their order; the counts add up to their number."""

    accepted = serializers.IntegerField()
    known = serializers.IntegerField()
    valid = serializers.IntegerField()
    refused = serializers.IntegerField()
    results = NumberedSubmissionSerializer(many=True)


def submission_data(
    submission: Submission, receipt: Receipt | None, *, tournament_id: int | None
) -> dict[str, Any]:
    """Return what became of a record, submitted for a tournament or for none, as it is told."""
    verdict, fault = submission.verdict, submission.fault
    return {
        "status": submission.status.value,
        "game": submission.game_id,
        "verdict": None if verdict is None else verdict.status.value,
        "head": None if verdict is None else verdict.head.hex(),
        "tournament": tournament_id if fault is None else None,
        "receipt": None if receipt is None else receipt.data(),
        "fault": None if fault is None else fault_data(fault),
    }


def fault_data(fault: Fault) -> dict[str, Any]:
    """Return a fault as it is told."""
    return {
        "line": fault.line,
        "seq": fault.seq,
        "code": fault.code,
        "rule": fault.rule,
        "field": str(fault.details.get("field", "")),
        "expected": phrase(fault.details.get("expected"))[:_MOST_EXPECTED],
    }


def batch_data(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the answer to a batch."""
    statuses = [result["status"] for result in results]
    counts = {status.value: statuses.count(status.value) for status in SubmissionStatus}
    numbered = [{"record": number, **result} for number, result in enumerate(results, start=1)]
    return {**counts, "results": numbered}

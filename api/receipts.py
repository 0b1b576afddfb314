"""
Receipts: sign and verify statements that the server has a log.

A receipt names a game, the head of its log and the time, and is signed with a key derived from ``SECRET_KEY``. This
server can verify later that it issued the receipt and that the log has not changed.
"""

from datetime import UTC, datetime
from typing import Annotated, Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac
from msgspec import Meta, structs

from api.structs import ApiStruct
from engine.core import canonical
from games.models import Event

__all__ = ["RECEIPT_CODES", "Receipt", "receipt_fault", "receipt_issue"]

_FORMAT: Final = 1
_SALT: Final = "rodeo.receipt"
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"

#: Why a receipt is not valid.
RECEIPT_CODES: Final = {
    "bad_signature": "This server did not sign the receipt, or the receipt was changed.",
    "not_in_log": "This server signed the receipt, but the game's log no longer has that hash.",
}


class Receipt(ApiStruct, frozen=True):
    """A signed statement that the server has a game's log."""

    receipt: Annotated[int, Meta(description="Number of this format.")]
    game: Annotated[int, Meta(description="Id of the game.")]
    head: Annotated[str, Meta(description="Hash of the log's last event.")]
    time: Annotated[str, Meta(description="When it was signed, UTC.")]
    signature: Annotated[str, Meta(description="HMAC-SHA-256 over the canonical JSON of the rest, in hex.")]


def receipt_issue(*, game_id: int, head: bytes, now: datetime) -> Receipt:
    """Return a receipt for a game whose log has reached that hash."""
    time = now.astimezone(UTC).strftime(_TIME)
    receipt = Receipt(_FORMAT, game_id, head.hex(), time, "")
    return structs.replace(receipt, signature=_sign(receipt, settings.SECRET_KEY))


def receipt_fault(receipt: Receipt) -> str | None:
    """Return the code of `RECEIPT_CODES` that says why a receipt is not valid, or None; in constant time."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    matches = [constant_time_compare(receipt.signature, _sign(receipt, secret)) for secret in secrets]
    if not any(matches):
        return "bad_signature"
    log = Event.objects.filter(game_id=receipt.game, chain=bytes.fromhex(receipt.head))
    return None if log.exists() else "not_in_log"


def _sign(receipt: Receipt, secret: str | bytes) -> str:
    values = structs.asdict(receipt)
    del values["signature"]
    return salted_hmac(_SALT, canonical(values).decode(), secret=secret, algorithm="sha256").hexdigest()

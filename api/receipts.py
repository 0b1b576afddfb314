"""
Receipts: the server's signed word that it holds a log.

A receipt names a game, the head of its log and the time, and is signed with a key derived from ``SECRET_KEY``: whoever
has one can ask this server later whether it gave it, and whether the log still is what it was.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from engine.core import canonical
from games.models import Event

__all__ = ["RECEIPT_CODES", "Receipt", "receipt_fault", "receipt_issue"]

_FORMAT: Final = 1
_SALT: Final = "rodeo.receipt"
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"

#: Why a receipt is not valid.
RECEIPT_CODES: Final = {
    "bad_signature": "This server has not signed it, or something in it was changed.",
    "not_in_log": "It was signed here, but the game's log no longer has that hash.",
}


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is signed, and the signature: HMAC-SHA-256 in hex over the canonical JSON of the rest."""

    game: int
    head: str
    time: str
    signature: str

    def data(self) -> dict[str, Any]:
        """Return the receipt as it is given out."""
        return {**_signed(self.game, self.head, self.time), "signature": self.signature}


def receipt_issue(*, game_id: int, head: bytes, now: datetime) -> Receipt:
    """Return a receipt for a game whose log has come to that hash."""
    time = now.astimezone(UTC).strftime(_TIME)
    signature = _signature(game_id, head.hex(), time, settings.SECRET_KEY)
    return Receipt(game_id, head.hex(), time, signature)


def receipt_fault(receipt: Receipt) -> str | None:
    """
    Return the code of what is wrong with a receipt, if anything is.

    Whether a signature is right takes the same time wherever it is wrong.
    """
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    rights = [
        constant_time_compare(receipt.signature, _signature(receipt.game, receipt.head, receipt.time, secret))
        for secret in secrets
    ]
    if not any(rights):
        return "bad_signature"
    log = Event.objects.filter(game_id=receipt.game, chain=bytes.fromhex(receipt.head))
    return None if log.exists() else "not_in_log"


def _signed(game_id: int, head: str, time: str) -> dict[str, Any]:
    return {"receipt": _FORMAT, "game": game_id, "head": head, "time": time}


def _signature(game_id: int, head: str, time: str, secret: str | bytes) -> str:
    text = canonical(_signed(game_id, head, time)).decode()
    return salted_hmac(_SALT, text, secret=secret, algorithm="sha256").hexdigest()

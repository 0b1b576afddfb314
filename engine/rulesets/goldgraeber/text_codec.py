"""
Codec between actions and canonical text by lookup tables of whole texts.

A text in a table is canonical by construction. Only peeks are in no table; they are parsed as JSON.
"""

from collections.abc import Iterator
from typing import Final

from engine.core import canonical
from engine.rulesets.goldgraeber import actions
from engine.rulesets.goldgraeber.actions import KIND_NUMBER, KINDS, get_kind_number
from engine.rulesets.goldgraeber.chips import CHIPS
from engine.rulesets.goldgraeber.codec import decode
from engine.rulesets.goldgraeber.constants import MAX_STEPS, PURPOSES
from engine.rulesets.goldgraeber.hex_grid import FIELDS

__all__ = ["read", "write"]


def _list_tabulated() -> Iterator[int]:
    """Yield the actions whose text is in a table."""
    for field in FIELDS:
        yield actions.DIGGER_MOVED | field
        yield actions.RAFT_RIDDEN | field
        yield from (actions.pack_chip_flipped(field, chip) for chip in range(1, CHIPS + 1))
    yield from (actions.TURN_PASSED, actions.ROLL_CHOSEN, actions.PEEK_CHOSEN)
    for purpose in range(len(PURPOSES)):
        yield from (actions.pack_die_rolled(purpose, rolled) for rolled in range(1, MAX_STEPS + 1))


def _write(action: int) -> tuple[str, str]:
    kind, data = decode(action)
    return kind, canonical(data).decode()


_WRITTEN: Final = {action: _write(action) for action in _list_tabulated()}
_READ: Final[dict[str, dict[str, int]]] = {
    kind: {
        text: action for action, (_, text) in _WRITTEN.items() if get_kind_number(action) == KIND_NUMBER[kind]
    }
    for kind in KINDS
}


def write(action: int) -> tuple[str, str]:
    """Serialize an action to its kind and its data as canonical JSON text."""
    return _WRITTEN.get(action) or _write(action)


def read(kind: str, payload: str) -> int | None:
    """Return the action of a canonical text, or None if it is in no table."""
    known = _READ.get(kind)
    return None if known is None else known.get(payload)

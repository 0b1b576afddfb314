"""Text of a COPY for logged events."""

from collections.abc import Iterable, Sequence
from itertools import repeat

from engine.core import LoggedEvent

__all__ = ["COLUMNS", "copy_text"]

#: The columns of a row, in the order they are written.
COLUMNS = "game_id, seq, thinking_ms, actor, kind, payload, chain, digest"

_NULL = "\\N"


def copy_text(game_id: int, events: Sequence[LoggedEvent], thinking_ms: Sequence[int | None]) -> str:
    """
    Return one line per event.

    Canonical payloads hold no control characters, so that only the backslash needs escaping.
    """
    lines: list[str] = []
    times: Iterable[int | None] = thinking_ms or repeat(None, len(events))
    for (seq, actor, kind, payload, chain, digest), time in zip(events, times, strict=True):
        if "\\" in payload:
            payload = payload.replace("\\", "\\\\")
        thought = _NULL if time is None else time
        ends_turn = _NULL if digest is None else "\\\\x" + digest.hex()
        lines.append(
            f"{game_id}\t{seq}\t{thought}\t{actor}\t{kind}\t{payload}\t\\\\x{chain.hex()}\t{ends_turn}\n"
        )
    text = "".join(lines)
    assert text.count("\n") == len(lines), "canonical payloads hold no line feed"
    return text

"""
Worker processes of ``import_games``.

A new process imports this module before Django is set up, so models are imported inside the functions.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core import CheckedRecord, EngineError, compute_packed_head, verify_lines, verify_packed

__all__ = ["Outcome", "RecordText", "import_batch"]


class RecordText(NamedTuple):
    """A record's text with its source and line; it is pickled between processes."""

    source: str
    line: int
    text: bytes
    is_packed: bool

    def place(self, line: int) -> str:
        """Return the source and line number of one of the record's lines."""
        return f"{self.source}:{self.line if self.is_packed else self.line + line - 1}"


class Outcome(NamedTuple):
    """Result of a record: its game, or in ``fault`` why it was refused."""

    place: str
    game_id: int | None = None
    is_new: bool = False
    fault: str = ""


def import_batch(batch: Sequence[RecordText]) -> list[Outcome]:
    """
    Verify records and store their games in one transaction; return the result of each in order.

    Records of stored games are recognised by their hashes without a replay, so that an interrupted import resumes
    quickly. They are verified only if they disclose seeds that can prove the game's chance.
    """
    from games.import_export import IncomingRecord, games_by_head, records_store
    from games.queries import games_unproven

    heads = [compute_packed_head(each.text) if each.is_packed else None for each in batch]
    known = games_by_head([head for head in heads if head is not None])
    unproven = games_unproven(known.values())
    outcomes: dict[int, Outcome] = {}
    good: dict[int, CheckedRecord] = {}
    for number, (each, head) in enumerate(zip(batch, heads, strict=True)):
        if head in known and not (known[head] in unproven and _has_seeds(each.text)):
            outcomes[number] = Outcome(each.place(1), known[head])
            continue
        judged = _verify(each)
        if isinstance(judged, Outcome):
            outcomes[number] = judged
        else:
            good[number] = judged
    taken = records_store(records=[IncomingRecord(judged) for judged in good.values()])
    for number, game in zip(good, taken, strict=True):
        outcomes[number] = Outcome(batch[number].place(1), game.game_id, game.is_new)
    return [outcomes[number] for number in range(len(batch))]


def _has_seeds(packed: bytes) -> bool:
    _, _, trailer = packed.rpartition(b'"trailer":')
    return b'"seed"' in trailer or b'"earlier"' in trailer


def _verify(record: RecordText) -> CheckedRecord | Outcome:
    judge = verify_packed if record.is_packed else verify_lines
    try:
        judged = judge(record.text, with_forks=True)
    except EngineError as error:
        return Outcome(record.place(error.details.get("line", 1)), fault=str(error))
    verdict = judged.verdict
    if not verdict.is_good:
        step = verdict.step or 0
        return Outcome(record.place(step + 1), fault=f"step {step}: {verdict.code}")
    return judged

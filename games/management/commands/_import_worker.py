"""
What a process of ``import_games`` does. New processes import this room before Django is set up in them, so
models are imported inside the functions.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core import CheckedRecord, EngineError, compute_packed_head, verify_lines, verify_packed

__all__ = ["Brought", "Outcome", "import_batch"]


class Brought(NamedTuple):
    """One record's text as it travels between processes: where it stands, and whether it is packed."""

    source: str
    line: int
    text: bytes
    is_packed: bool

    def place(self, line: int) -> str:
        """Return where the record's line of that number stands."""
        return f"{self.source}:{self.line if self.is_packed else self.line + line - 1}"


class Outcome(NamedTuple):
    """What became of a record: its game, or in ``fault`` why it was refused."""

    place: str
    game_id: int | None = None
    is_new: bool = False
    fault: str = ""


def import_batch(batch: Sequence[Brought]) -> list[Outcome]:
    """
    Judge some records and store their games in one transaction; return what became of each, in order.

    A record whose game is here already is recognised by its hashes, without being replayed: an import that was
    broken off is soon where it was. Only one that may prove the game's chance is judged.
    """
    from games.import_export import IncomingRecord, games_by_head, records_store
    from games.queries import games_unproven

    heads = [compute_packed_head(each.text) if each.is_packed else None for each in batch]
    known = games_by_head([head for head in heads if head is not None])
    unproven = games_unproven(known.values())
    outcomes: dict[int, Outcome] = {}
    good: dict[int, CheckedRecord] = {}
    for number, (each, head) in enumerate(zip(batch, heads, strict=True)):
        if head in known and not (known[head] in unproven and _tells_seeds(each.text)):
            outcomes[number] = Outcome(each.place(1), known[head])
            continue
        judged = _judged(each)
        if isinstance(judged, Outcome):
            outcomes[number] = judged
        else:
            good[number] = judged
    taken = records_store(records=[IncomingRecord(judged) for judged in good.values()])
    for number, game in zip(good, taken, strict=True):
        outcomes[number] = Outcome(batch[number].place(1), game.game_id, game.is_new)
    return [outcomes[number] for number in range(len(batch))]


def _tells_seeds(packed: bytes) -> bool:
    _, _, trailer = packed.rpartition(b'"trailer":')
    return b'"seed"' in trailer or b'"earlier"' in trailer


def _judged(brought: Brought) -> CheckedRecord | Outcome:
    judge = verify_packed if brought.is_packed else verify_lines
    try:
        judged = judge(brought.text, with_forks=True)
    except EngineError as error:
        return Outcome(brought.place(error.details.get("line", 1)), fault=str(error))
    verdict = judged.verdict
    if not verdict.is_good:
        step = verdict.step or 0
        return Outcome(brought.place(step + 1), fault=f"step {step}: {verdict.code}")
    return judged

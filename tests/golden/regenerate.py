"""
Write the golden records and counts again: ``python -m tests.golden.regenerate``.

Read the diff before committing it: it must show the intended change and nothing else.
"""

from tests.golden.counting import COUNTS, as_line, count_by_reference, list_counts
from tests.golden.playing import record_of
from tests.golden.tables import GOLDEN, tables


def main() -> None:
    """Play all golden games, compute all counts by engine and reference, and write the files."""
    wanted = tables()
    for path in sorted((GOLDEN / "records").rglob("*.jsonl")):
        if path not in {table.path for table in wanted}:
            path.unlink()
    for table in wanted:
        table.path.parent.mkdir(parents=True, exist_ok=True)
        table.path.write_bytes(record_of(table))
    counts = list(list_counts())
    for count in counts:
        found = count_by_reference(count)
        assert found == count.count, f"{count}: the engine counts {count.count}, the reference {found}"
    COUNTS.write_text("".join(map(as_line, counts)))


if __name__ == "__main__":
    main()

"""List of golden games: each registered ruleset in each combination of options, and some odd endings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from engine.core import InvalidOptions, Ruleset
from engine.rulesets import registry

__all__ = ["GOLDEN", "Table", "option_combinations", "tables"]

GOLDEN = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Table:
    """One golden game: a ruleset, a number of seats, options as in a header, and its ending."""

    ruleset: str
    seats: int
    options: Mapping[str, Any]
    #: ``completed``, or with forfeits: ``forfeited``, ``abandoned``, ``voided``.
    ending: str = "completed"

    @property
    def name(self) -> str:
        """Return its name, also of its file: ``4-legends-gold_rush``."""
        chosen = [str(value) for value in self.options.values()]
        odd = [] if self.ending == "completed" else [self.ending]
        return "-".join([str(self.seats), *chosen, *odd])

    @property
    def path(self) -> Path:
        """Return the path of its record."""
        return GOLDEN / "records" / self.ruleset / f"{self.name}.jsonl"

    def __str__(self) -> str:
        return f"{self.ruleset} {self.name}"


def option_combinations(ruleset: Ruleset[Any], seats: int) -> Iterator[dict[str, Any]]:
    """Yield every combination of the options whose schema lists their values; the others keep their defaults."""
    schema = ruleset.option_schema()
    for branch in schema.get("oneOf", [{}]):
        properties = {**schema.get("properties", {}), **branch.get("properties", {})}
        listed = {name: _values(field) for name, field in properties.items() if _values(field)}
        for values in product(*listed.values()):
            combination = dict(zip(listed, values, strict=True))
            try:
                ruleset.complete_options(combination, seats)
            except InvalidOptions:
                continue
            yield combination


def _values(field: Mapping[str, Any]) -> list[Any]:
    if "const" in field:
        return [field["const"]]
    if field.get("type") == "boolean":
        return [False, True]
    return list(field.get("enum", []))


def tables() -> list[Table]:
    """Return every golden game: one per ruleset and option combination, and one per odd ending."""
    found: list[Table] = []
    for ruleset in registry.all_rulesets():
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
            found.extend(
                Table(ruleset.key, seats, options) for options in option_combinations(ruleset, seats)
            )
        first = next(option_combinations(ruleset, ruleset.max_seats))
        odd = ("forfeited", "abandoned", "voided")
        found.extend(Table(ruleset.key, ruleset.max_seats, first, ending) for ending in odd)
    return found

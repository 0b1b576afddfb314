"""Headers: what a log starts from, whom and what seeds it names, and where it leaves a parent's."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, NamedTuple, Self

from engine.core.errors import InvalidOptions
from engine.core.events import canonical
from engine.core.forks import Fork
from engine.core.ruleset import Ruleset

__all__ = ["FORMAT", "Header", "Stretch", "make_header"]

#: The format's number, the first thing a header says.
FORMAT: Final = 1


class Stretch(NamedTuple):
    """
    What is dealt from one seed: a whole log, or what lies between two forks.

    ``commitment`` is to its seed, if there is one; ``is_redrawn``: the seed came in by a fork (``engine.core.chance``).
    """

    commitment: str | None
    is_redrawn: bool


@dataclass(frozen=True, slots=True)
class Header:
    """
    The first line of a record: what is played, by whom, and the commitment to the seed (hex) if there is one.

    ``forks`` are the steps at which the log leaves a parent's, ascending: lines of their own, known from the start.
    """

    ruleset: str
    components: str
    seats: int
    options: Mapping[str, Any]
    players: tuple[str, ...]
    commitment: str | None = None
    forks: tuple[Fork, ...] = ()

    @property
    def final_players(self) -> tuple[str, ...]:
        """The players at the end of the log: those of the last fork, if it is one."""
        return self.forks[-1].players if self.forks else self.players

    def list_stretches(self) -> tuple[Stretch, ...]:
        """Return what is dealt from which seed, from fork to fork."""
        found = [Stretch(self.commitment, False)]
        for fork in self.forks:
            before = found[-1]
            found.append(Stretch(fork.commitment, before.is_redrawn or fork.commitment != before.commitment))
        return tuple(found)

    def list_earlier_commitments(self) -> tuple[str, ...]:
        """Return the commitments to seeds that dealt before the last fork and do not deal after it."""
        *before, last = self.list_stretches()
        return tuple(sorted({each.commitment for each in before if each.commitment} - {last.commitment}))

    def find_commitment(self, step: int) -> str | None:
        """Return the commitment to the seed that dealt event ``step``, or the first one for step 0."""
        before = [fork for fork in self.forks if fork.step < step]
        return before[-1].commitment if before else self.commitment

    def add_fork(self, fork: Fork) -> Self:
        """Return the header of a game that leaves this one there; forks this one has only later are none of it."""
        kept = (each for each in self.forks if each.step < fork.step)
        return replace(self, forks=(*kept, fork))

    def to_dict(self) -> dict[str, Any]:
        """Return the header as the JSON object of the record's first line."""
        data: dict[str, Any] = {
            "record": FORMAT,
            "ruleset": self.ruleset,
            "components": self.components,
            "seats": self.seats,
            "options": dict(self.options),
        }
        if self.commitment is not None:
            data["commitment"] = self.commitment
        data["players"] = list(self.players)
        return data

    def to_bytes(self) -> bytes:
        """Return the canonical bytes that are hashed."""
        return canonical(self.to_dict())

    def h0(self) -> bytes:
        """Return the hash the chain starts from."""
        return sha256(self.to_bytes()).digest()


def make_header(
    ruleset: Ruleset[Any],
    *,
    seats: int,
    options: Mapping[str, Any],
    players: Iterable[str],
    components: str | None = None,
    commitment: str | None = None,
) -> Header:
    """
    Return a valid header with every default written out.

    Raises:
        InvalidOptions: seats, options or players the ruleset does not take.
        UnknownRuleset: no such component set.
    """
    chosen = components if components is not None else ruleset.component_sets[0]
    ruleset.check_table(seats, chosen)
    names = tuple(players)
    if len(names) != seats:
        raise InvalidOptions("wrong_player_count", field="players", expected=seats, found=len(names))
    full = ruleset.complete_options(options, seats)
    return Header(ruleset.key, chosen, seats, full, names, commitment)

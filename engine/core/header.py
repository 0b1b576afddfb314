"""Headers of logs: ruleset, options, players, seed commitments, and the forks at which a log branches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, NamedTuple, Self

from engine.core.errors import InvalidOptions
from engine.core.events import canonical
from engine.core.forks import Fork
from engine.core.ruleset import Ruleset

__all__ = ["FORMAT", "Header", "Stretch", "make_header"]

#: The version of the record format, the first field of a header.
FORMAT: Final = 1


class Stretch(NamedTuple):
    """
    The part of a log that is dealt from one seed: a whole log, or the events between two forks.

    ``commitment`` is the commitment to its seed, if there is one. ``is_redrawn`` is True if a fork brought the seed
    (see ``engine.core.chance``).
    """

    commitment: str | None
    is_redrawn: bool


@dataclass(frozen=True, slots=True)
class Header:
    """
    The first line of a record: the game, its players, and the commitment to the seed (hex) if there is one.

    ``forks`` are the steps at which the log branches from a parent's, ascending. They are lines of their own in a
    record, but a header has them from the start.
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
        """The players at the end of the log: those of the last fork, if there is one."""
        return self.forks[-1].players if self.forks else self.players

    def list_stretches(self) -> tuple[Stretch, ...]:
        """Return the stretches of the log with their seed commitments, in order."""
        found = [Stretch(self.commitment, False)]
        for fork in self.forks:
            before = found[-1]
            found.append(Stretch(fork.commitment, before.is_redrawn or fork.commitment != before.commitment))
        return tuple(found)

    def list_earlier_commitments(self) -> tuple[str, ...]:
        """Return the commitments to seeds used before the last fork but not after it, sorted."""
        *before, last = self.list_stretches()
        return tuple(sorted({each.commitment for each in before if each.commitment} - {last.commitment}))

    def find_commitment(self, step: int) -> str | None:
        """Return the commitment to the seed that deals event ``step``, or the first commitment for step 0."""
        before = [fork for fork in self.forks if fork.step < step]
        return before[-1].commitment if before else self.commitment

    def add_fork(self, fork: Fork) -> Self:
        """Return the header of a fork of this game, without the forks that this game has at later steps."""
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
        """Serialize the header to the canonical bytes that are hashed."""
        return canonical(self.to_dict())

    def h0(self) -> bytes:
        """Return h0, the hash that the chain starts from (32 bytes): SHA-256 of the canonical header."""
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
    Return a valid header with all defaults written out.

    Raises:
        InvalidOptions: the ruleset does not accept the number of seats, the options or the number of players.
        UnknownRuleset: the ruleset has no such component set.
    """
    chosen = components if components is not None else ruleset.component_sets[0]
    ruleset.check_table(seats, chosen)
    names = tuple(players)
    if len(names) != seats:
        raise InvalidOptions("wrong_player_count", field="players", expected=seats, found=len(names))
    full = ruleset.complete_options(options, seats)
    return Header(ruleset.key, chosen, seats, full, names, commitment)

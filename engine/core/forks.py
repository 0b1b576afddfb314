"""
Forks: a game that goes on from a step of another one, with players of its own (record format, "Forks").

A fork's log is its parent's up to the step, byte for byte; then stands the fork's line, then what was played from
there. The line is in the chain, so that nobody can exchange the players or the seed that follows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.core.errors import InvalidOptions, UnreadableRecord
from engine.core.events import canonical
from engine.core.strict_json import check_keys, read_hash, require

__all__ = ["MAX_NAME", "Fork", "parse_fork", "parse_names"]

#: A player's name has at most this many characters.
MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Fork:
    """
    Where a log leaves its parent's: after event ``step`` (0: before the first), who plays on, dealt from what.

    The commitment of the stretch before means that its seed deals on; another one is a new seed's, from which
    chance is drawn anew.
    """

    step: int
    players: tuple[str, ...]
    commitment: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the fork's line."""
        said = {"commitment": self.commitment, "players": list(self.players), "step": self.step}
        return {"fork": said}

    def to_bytes(self) -> bytes:
        """Return the canonical bytes that are hashed."""
        return canonical(self.to_dict())

    def hash_base(self, head: bytes) -> bytes:
        """Return the hash the fork's own events go on from, given the parent's hash at the step."""
        return sha256(head + self.to_bytes()).digest()


def parse_fork(data: Mapping[str, Any], *, seats: int) -> Fork:
    """
    Return the fork of a record's line.

    Raises:
        UnreadableRecord, InvalidOptions: with the field at fault.
    """
    check_keys(data, {"fork"}, set())
    require(data, "fork", dict)
    said = data["fork"]
    check_keys(said, {"commitment", "players", "step"}, set())
    require(said, "step", int)
    if said["step"] < 0:
        raise UnreadableRecord("out_of_range", field="step", expected="0 or more")
    promised = read_hash(said["commitment"], "commitment").hex()
    names = parse_names(said)
    if len(names) != seats:
        raise InvalidOptions("wrong_player_count", field="players", expected=seats, found=len(names))
    return Fork(said["step"], names, promised)


def parse_names(data: Mapping[str, Any]) -> tuple[str, ...]:
    """
    Return the players of a header or fork, however many they are.

    Raises:
        UnreadableRecord: they are no list of names.
    """
    require(data, "players", list)
    for name in data["players"]:
        if not isinstance(name, str):
            raise UnreadableRecord("wrong_type", field="players", expected="strings")
        if len(name) > MAX_NAME:
            raise UnreadableRecord("out_of_range", field="players", expected=f"at most {MAX_NAME} characters")
    return tuple(data["players"])

"""
Forks: games that continue from a step of another game with players of their own (record format, "Forks").

The log of a fork consists of its parent's log up to the step, byte for byte, the fork's line, and the events played
from there. The line is part of the hash chain, so the players and the seed after it cannot be exchanged.
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
    The point where a log branches from its parent's: after event ``step`` (0: before the first), and its players.

    If ``commitment`` is that of the stretch before, the seed of the parent keeps dealing. Otherwise it commits to a new
    seed, from which chance outcomes are sampled.
    """

    step: int
    players: tuple[str, ...]
    commitment: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the fork's line."""
        content = {"commitment": self.commitment, "players": list(self.players), "step": self.step}
        return {"fork": content}

    def to_bytes(self) -> bytes:
        """Serialize the fork's line to the canonical bytes that are hashed."""
        return canonical(self.to_dict())

    def hash_base(self, head: bytes) -> bytes:
        """Return the chain hash before the fork's own events, from the parent's chain hash at the step (32 bytes)."""
        return sha256(head + self.to_bytes()).digest()


def parse_fork(data: Mapping[str, Any], *, seats: int) -> Fork:
    """
    Parse the fork from its line of a record.

    Raises:
        UnreadableRecord, InvalidOptions: a field is invalid; the details name it.
    """
    check_keys(data, {"fork"}, set())
    require(data, "fork", dict)
    content = data["fork"]
    check_keys(content, {"commitment", "players", "step"}, set())
    require(content, "step", int)
    if content["step"] < 0:
        raise UnreadableRecord("out_of_range", field="step", expected="0 or more")
    committed = read_hash(content["commitment"], "commitment").hex()
    names = parse_names(content)
    if len(names) != seats:
        raise InvalidOptions("wrong_player_count", field="players", expected=seats, found=len(names))
    return Fork(content["step"], names, committed)


def parse_names(data: Mapping[str, Any]) -> tuple[str, ...]:
    """
    Parse the players of a header or fork; their number is not checked.

    Raises:
        UnreadableRecord: the value is not a list of names, or a name is too long.
    """
    require(data, "players", list)
    for name in data["players"]:
        if not isinstance(name, str):
            raise UnreadableRecord("wrong_type", field="players", expected="strings")
        if len(name) > MAX_NAME:
            raise UnreadableRecord("out_of_range", field="players", expected=f"at most {MAX_NAME} characters")
    return tuple(data["players"])

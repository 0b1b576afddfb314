"""
Deterministic pseudorandom number generator for bots: SplitMix64 (Steele, Lea, Flood 2014).

Bots must not use the machine's entropy. With this generator a game that is killed and resumed from its log ends the
same way as an uninterrupted one.
"""

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from typing import Any, Self, TypeVar

__all__ = ["Generator"]

_MASK = (1 << 64) - 1
_T = TypeVar("_T")


class Generator:
    """SplitMix64 over a 64-bit state. Not for secrets and not for dealing, which ``dealer`` does."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    @classmethod
    def for_decision(cls, seed: bytes, seat: int, seq: int) -> Self:
        """Return the generator of one decision, derived from the seed, the seat and the number of its event."""
        material = sha256(b"bot\0%b\0%d\0%d" % (seed, seat, seq)).digest()
        return cls(int.from_bytes(material[:8]))

    @classmethod
    def for_chance(cls, seed: bytes, seq: int) -> Self:
        """Return the generator of the chance step that becomes event ``seq`` after a fork with a new seed."""
        return cls(int.from_bytes(sha256(b"chance\0%b\0%d" % (seed, seq)).digest()[:8]))

    def bits(self) -> int:
        """Return the next 64-bit number."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return state ^ (state >> 31)

    def below(self, n: int) -> int:
        """Return an int in 0..n-1 (n at least 1), with a bias below n / 2**64."""
        return (self.bits() * n) >> 64

    def random(self) -> float:
        """Return a float in [0, 1) with 53 random bits."""
        return (self.bits() >> 11) * 2.0**-53

    def choice(self, items: Sequence[_T]) -> _T:
        """Return a uniformly random item."""
        return items[(self.bits() * len(items)) >> 64]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle the items in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def split(self) -> "Generator":
        """Return a new generator that is independent of the next numbers of this one."""
        return Generator(self.bits() ^ 0x5851F42D4C957F2D)

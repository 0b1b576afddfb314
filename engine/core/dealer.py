"""
The dealer: from a secret seed to the chance events of a game (record format, "The dealer").

The engine never draws. A dealer is a pure function of its seed: what it answers depends only on what is
asked, never on what was asked before, so a resumed game is dealt as the first time.
"""

from collections.abc import Sequence
from hashlib import sha256
from struct import unpack
from typing import Any

__all__ = ["SEED_BYTES", "Dealer", "commitment"]

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """
    Return the commitment to a seed, SHA-256 in hex: it may be shown while the seed is secret.
    """
    return sha256(seed).hexdigest()


class _Stream:
    """
    The stream of 64-bit numbers of one purpose, read from its beginning.
    """

    __slots__ = ("_block", "_numbers", "_prefix")

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix
        self._block = 0
        self._numbers: list[int] = []

    def below(self, n: int) -> int:
        """
        Return the next number below n: numbers at or above the largest multiple of n are passed over.
        """
        limit = ((1 << 64) // n) * n
        while True:
            if not self._numbers:
                block = sha256(self._prefix + self._block.to_bytes(8)).digest()
                self._numbers = list(unpack(">4Q", block))[::-1]
                self._block += 1
            number = self._numbers.pop()
            if number < limit:
                return number % n


class Dealer:
    """
    Deals from a seed of 32 bytes.
    """

    __slots__ = ("_draws", "_seed", "_shuffled", "_streams")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._shuffled: dict[str, tuple[Any, ...]] = {}
        self._streams: dict[tuple[str, int], _Stream] = {}
        self._draws: dict[tuple[str, int], list[int]] = {}

    def __repr__(self) -> str:
        return f"Dealer(commitment={commitment(self._seed)})"

    def shuffled(self, purpose: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """
        Return the items in the order the seed dictates for this purpose.

        A purpose shuffles one list: ask with the same items each time.
        """
        known = self._shuffled.get(purpose)
        if known is None:
            stream = self._stream(purpose)
            mixed = list(items)
            for i in range(len(mixed) - 1, 0, -1):
                j = stream.below(i + 1)
                mixed[i], mixed[j] = mixed[j], mixed[i]
            known = self._shuffled[purpose] = tuple(mixed)
        return known

    def drawn(self, purpose: str, n: int, index: int) -> int:
        """
        Return the ``index``-th (from 0) answer of this purpose to "a number below n".
        """
        key = (purpose, n)
        draws = self._draws.setdefault(key, [])
        if len(draws) <= index:
            stream = self._streams.setdefault(key, self._stream(purpose))
            while len(draws) <= index:
                draws.append(stream.below(n))
        return draws[index]

    def _stream(self, purpose: str) -> _Stream:
        return _Stream(self._seed + purpose.encode("ascii") + b"\0")

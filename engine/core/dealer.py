"""
The dealer: from a secret seed to the chance events of a game (record format, "The dealer").

The engine never draws. A dealer is a pure function of its seed: what it answers depends only on what is
asked, never on what was asked before, so a resumed game is dealt as the first time.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import Any

__all__ = ["SEED_BYTES", "Dealer", "commitment"]

SEED_BYTES = 32

_TOP = 1 << 64


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed, SHA-256 in hex: it may be shown while the seed is secret."""
    return sha256(seed).hexdigest()


def _stream_numbers(prefix: bytes) -> Iterator[int]:
    """Yield a purpose's stream of 64-bit numbers, from its beginning."""
    for block in count():
        yield from unpack(">4Q", sha256(prefix + block.to_bytes(8)).digest())


def _take_below(numbers: Iterator[int], n: int) -> int:
    """Return the next number below n: numbers at or above the largest multiple of n are passed over."""
    for number in numbers:
        # The largest multiple is above 2^64 - n, so it need not be worked out for nearly every number.
        if number < _TOP - n or number < _TOP // n * n:
            return number % n
    raise AssertionError("a stream does not end")


class Dealer:
    """Deals from a seed of 32 bytes."""

    __slots__ = ("_draws", "_seed", "_shuffled", "_streams")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._shuffled: dict[str, tuple[Any, ...]] = {}
        self._streams: dict[tuple[str, int], Iterator[int]] = {}
        self._draws: dict[tuple[str, int], list[int]] = {}

    def __repr__(self) -> str:
        return f"Dealer(commitment={commitment(self._seed)})"

    def shuffle(self, purpose: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """
        Return the items in the order the seed dictates for this purpose.

        A purpose shuffles one list: ask with the same items each time.
        """
        known = self._shuffled.get(purpose)
        if known is None:
            numbers = _stream_numbers(self._make_prefix(purpose))
            mixed = list(items)
            for i in range(len(mixed) - 1, 0, -1):
                j = _take_below(numbers, i + 1)
                mixed[i], mixed[j] = mixed[j], mixed[i]
            known = self._shuffled[purpose] = tuple(mixed)
        return known

    def draw_number(self, purpose: str, n: int, index: int) -> int:
        """Return the ``index``-th (from 0) answer of this purpose to "a number below n"."""
        key = (purpose, n)
        draws = self._draws.setdefault(key, [])
        if len(draws) <= index:
            numbers = self._streams.setdefault(key, _stream_numbers(self._make_prefix(purpose)))
            while len(draws) <= index:
                draws.append(_take_below(numbers, n))
        return draws[index]

    def _make_prefix(self, purpose: str) -> bytes:
        return self._seed + purpose.encode("ascii") + b"\0"

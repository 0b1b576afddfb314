"""
The dealer: derives the chance events of a game from a secret seed by SHA-256 (record format, "The dealer").

The engine has no entropy of its own. A dealer is a pure function of its seed: an answer depends only on the arguments
and never on earlier calls, so a resumed game is dealt the same way.
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
    """Return the commitment to a seed, its SHA-256 in hex, which is public while the seed is secret."""
    return sha256(seed).hexdigest()


def _stream_numbers(prefix: bytes) -> Iterator[int]:
    """Yield the stream of 64-bit numbers of a purpose, from its beginning."""
    for block in count():
        yield from unpack(">4Q", sha256(prefix + block.to_bytes(8)).digest())


def _take_below(numbers: Iterator[int], n: int) -> int:
    """Return the next number below n by rejection sampling: reject numbers from the largest multiple of n on."""
    for number in numbers:
        # The largest multiple of n is above 2^64 - n, so this comparison avoids the division for nearly all numbers.
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
        Return the items shuffled (Fisher-Yates) by the stream of a purpose.

        Each purpose shuffles one list: pass the same items every time.
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
        """Return the ``index``-th number below n (from 0) in the stream of a purpose."""
        key = (purpose, n)
        draws = self._draws.setdefault(key, [])
        if len(draws) <= index:
            numbers = self._streams.setdefault(key, _stream_numbers(self._make_prefix(purpose)))
            while len(draws) <= index:
                draws.append(_take_below(numbers, n))
        return draws[index]

    def _make_prefix(self, purpose: str) -> bytes:
        return self._seed + purpose.encode("ascii") + b"\0"

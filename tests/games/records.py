"""Builders of records of games that are not stored."""

from functools import cache

from engine.core import ForfeitReason, pack_record, write_record
from tests.games.factories import header_of, played_log, secret_number

__all__ = ["packed", "record"]


@cache
def record(
    number: int = 1,
    *,
    seats: int = 2,
    players: tuple[str, ...] = (),
    with_seed: bool = True,
    committed: bool = True,
    dealt_from: int | None = None,
    forfeit: ForfeitReason | None = None,
) -> bytes:
    """
    A good record of a game this database has not seen, on many lines.

    With ``dealt_from``, another seed deals than the one committed to.
    """
    players = players or ("ann", "ben", "cleo", "dan")[:seats]
    seed = secret_number(number)
    dealer = None if dealt_from is None else secret_number(dealt_from)
    log = played_log(len(players), players, seed, committed=committed, forfeit=forfeit, dealt_from=dealer)
    header = header_of(len(players), players, seed if committed else None)
    return b"".join(write_record(header, log, log[-1].chain, seed if with_seed and committed else None))


@cache
def packed(text: bytes) -> bytes:
    """Return the record in its packed form, on one line."""
    header, *events, trailer = text.splitlines()
    return pack_record(header, b",".join(events), trailer)

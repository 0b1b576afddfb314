"""Many games as packed records, batch by batch: memory and connections are held for one batch at a time."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import Prefetch, QuerySet

from engine.core import canonical, pack_record
from games.event_store import game_header, public_seeds
from games.models import OVER, Game, Seat
from games.queries import record_lines

__all__ = ["ArchiveBatch", "archive_batch", "archive_batches", "archive_games"]

#: A batch ends after so many games, or after the one with which it has so many events: some 3 MB of text.
_GAMES: Final = 100
_EVENTS: Final = 25_000

#: The events of whole games as ``engine.core.events.serialize_event`` writes them, which a test compares. Made by the
#: database, for one text a game is fetched in a fifth of the time its rows take.
_EVENTS_OF_GAMES = """
SELECT game.id, (
    SELECT string_agg(
        '{"actor":' || CASE actor WHEN -1 THEN '"chance"' WHEN -2 THEN '"system"' ELSE actor::text END
        || ',"data":' || payload || ',"kind":"' || kind || '","seq":' || seq || '}',
        ',' ORDER BY seq
    )
    FROM games_event AS event WHERE event.game_id = game.id AND event.seq <= game.head_seq
)
FROM unnest(%s::bigint[], %s::int[]) AS game (id, head_seq)
"""


class ArchiveBatch(NamedTuple):
    """Some games' packed records, and the id of the last of them, after which the next batch begins."""

    lines: bytes
    games: int
    events: int
    last: int
    is_last: bool


def archive_games(games: QuerySet[Game], *, status: str | None = None) -> QuerySet[Game]:
    """Return those of the games that an archive has: the ones that are over, unless a status is asked for by name."""
    return games if status is not None else games.filter(status__in=OVER)


def archive_batch(games: QuerySet[Game], *, after: int = 0) -> ArchiveBatch:
    """
    Return the packed records of the first games whose id is greater than ``after``, by ascending id.

    Of a game that is not over, private events stand as their hash, and there is no trailer. Each game is told as it was
    when its row was read, though it go on or end while the others are written.
    """
    found = games.filter(pk__gt=after).order_by("pk").defer(None).prefetch_related(None)
    seating = Prefetch("seating", Seat.objects.order_by("number"))
    rows = list(found.select_related(None).prefetch_related(seating)[:_GAMES])
    some = rows[: _cut(rows)]
    lines = b"".join(_lines(some))
    return ArchiveBatch(
        lines=lines,
        games=len(some),
        events=sum(game.head_seq for game in some),
        last=some[-1].pk if some else after,
        is_last=len(rows) < _GAMES and len(some) == len(rows),
    )


def archive_batches(games: QuerySet[Game], *, after: int = 0) -> Iterator[ArchiveBatch]:
    """Yield the packed records of all the games whose id is greater than ``after``."""
    while True:
        batch = archive_batch(games, after=after)
        if batch.games:
            yield batch
        if batch.is_last:
            return
        after = batch.last


def _cut(rows: Sequence[Game]) -> int:
    """Return how many of the games make a batch."""
    events = 0
    for number, game in enumerate(rows, start=1):
        events += game.head_seq
        if events >= _EVENTS:
            return number
    return len(rows)


def _lines(games: Sequence[Game]) -> Iterator[bytes]:
    # A game that goes on has secrets, and a fork more than one kind of lines: those are few, and written one by one.
    whole = [game for game in games if game.is_over and not game.is_fork and game.head_seq]
    events = _events_of(whole)
    seeds = public_seeds({game.seed_id for game in whole if game.seed_id is not None})
    for game in games:
        if game.pk in events:
            trailer = {"head": bytes(game.head_hash).hex()}
            if game.seed_id in seeds:
                trailer["seed"] = seeds[game.seed_id].hex()
            yield pack_record(game_header(game).to_bytes(), events[game.pk], canonical(trailer))
        else:
            yield _packed(record_lines(game), has_trailer=game.is_over)


def _events_of(games: Sequence[Game]) -> dict[int, bytes]:
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS_OF_GAMES, [[game.pk for game in games], [game.head_seq for game in games]])
        return {game_id: (text or "").encode() for game_id, text in cursor.fetchall()}


def _packed(lines: Iterable[bytes], *, has_trailer: bool) -> bytes:
    header, *others = (line.removesuffix(b"\n") for line in lines)
    trailer = others.pop() if has_trailer else None
    return pack_record(header, b",".join(others), trailer)

"""Archives: many games as packed records, in batches that bound the memory and the time of a query."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import Prefetch, QuerySet

from engine.core import canonical, pack_record
from games.event_store import game_header, public_seeds
from games.models import OVER, Game, Seat
from games.queries import record_lines

__all__ = ["ArchiveBatch", "archive_batch", "archive_batches", "archive_games"]

#: A batch ends at the maximum number of games, or with the game that reaches this number of events: some 3 MB of text.
_MAX_GAMES: Final = 100
_ENOUGH_EVENTS: Final = 25_000

#: The events of whole games as ``engine.core.events.serialize_event`` serialises them; a test compares them. The
#: database builds them, because fetching one text per game takes a fifth of the time of fetching its rows.
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
    """Packed records of some games; the next batch begins after the id ``last``."""

    lines: bytes
    games: int
    events: int
    last: int
    is_last: bool


def archive_games(games: QuerySet[Game], *, status: str | None = None) -> QuerySet[Game]:
    """Return the games that belong in an archive: those that are over, unless the caller has filtered by a status."""
    return games if status is not None else games.filter(status__in=OVER)


def archive_batch(games: QuerySet[Game], *, after: int = 0) -> ArchiveBatch:
    """
    Return the packed records of the first games whose id is greater than ``after``, by ascending id.

    In a game that is not over, private events are replaced by their hash, and there is no trailer. Each record has the
    events up to the head of the game's row, even if the game continues or ends while others are written.
    """
    found = games.filter(pk__gt=after).order_by("pk").defer(None).prefetch_related(None)
    seating = Prefetch("seating", Seat.objects.order_by("number"))
    rows = list(found.select_related(None).prefetch_related(seating)[:_MAX_GAMES])
    batch = rows[: _count_batch(rows)]
    lines = b"".join(_pack_games(batch))
    return ArchiveBatch(
        lines=lines,
        games=len(batch),
        events=sum(game.head_seq for game in batch),
        last=batch[-1].pk if batch else after,
        is_last=len(rows) < _MAX_GAMES and len(batch) == len(rows),
    )


def archive_batches(games: QuerySet[Game], *, after: int = 0) -> Iterator[ArchiveBatch]:
    """Yield the packed records of all games whose id is greater than ``after``, batch by batch."""
    while True:
        batch = archive_batch(games, after=after)
        if batch.games:
            yield batch
        if batch.is_last:
            return
        after = batch.last


def _count_batch(rows: Sequence[Game]) -> int:
    """Return the number of games that make a batch."""
    events = 0
    for number, game in enumerate(rows, start=1):
        events += game.head_seq
        if events >= _ENOUGH_EVENTS:
            return number
    return len(rows)


def _pack_games(games: Sequence[Game]) -> Iterator[bytes]:
    # Running games have private events, and forks have lines between their events: they are few, and packed singly.
    whole = [game for game in games if game.is_over and not game.is_fork and game.head_seq]
    events = _fetch_events(whole)
    seeds = public_seeds({game.seed_id for game in whole if game.seed_id is not None})
    for game in games:
        if game.pk in events:
            trailer = {"head": bytes(game.head_hash).hex()}
            if game.seed_id in seeds:
                trailer["seed"] = seeds[game.seed_id].hex()
            yield pack_record(game_header(game).to_bytes(), events[game.pk], canonical(trailer))
        else:
            yield _pack_lines(record_lines(game), has_trailer=game.is_over)


def _fetch_events(games: Sequence[Game]) -> dict[int, bytes]:
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS_OF_GAMES, [[game.pk for game in games], [game.head_seq for game in games]])
        return {game_id: (text or "").encode() for game_id, text in cursor.fetchall()}


def _pack_lines(lines: Iterable[bytes], *, has_trailer: bool) -> bytes:
    header, *others = (line.removesuffix(b"\n") for line in lines)
    trailer = others.pop() if has_trailer else None
    return pack_record(header, b",".join(others), trailer)

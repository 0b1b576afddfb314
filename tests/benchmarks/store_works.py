"""Works of ``store``: several ways to write the same games' events, and reading them."""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import connection, transaction

from engine.rulesets.moon_river import MOON_RIVER
from games.event_store import Appending, GamePlan, PlannedSeat, games_schedule, seeds_store
from games.event_store.store import chunk_append
from games.models import Event, GameOrigin
from games.queries.selectors import game_logs
from tests.benchmarks.harness import Measured
from tests.benchmarks.works import StoredGame, play_stored_game
from tests.games.factories import game_append

__all__ = ["BULK", "COPY", "LIVE", "READ", "READY", "STORE", "measure", "schedule"]

STORE = "store, whole games"
COPY = "raw psycopg COPY"
BULK = "Django bulk_create"
READY = "raw COPY of ready text"
LIVE = "appending event by event"
READ = "reading whole games"

#: Games in a chunk, as a worker appends them.
_CHUNK = 24
#: Number of games for bulk_create, which would take too long for all.
_BULK_GAMES = 6
#: Events a turn appends one by one.
_LIVE_EVENTS = 100

_COLUMNS = ("game_id", "seq", "thinking_ms", "actor", "kind", "payload", "chain", "digest")
_INTO = f"COPY games_event ({', '.join(_COLUMNS)}) FROM STDIN"

_Row = tuple[Any, ...]
_Work = Callable[[], int]


def measure(turns: int) -> Measured:
    """Return the rates of all works over the turns, after one to warm up."""
    games = [play_stored_game(MOON_RIVER, 4, {"mode": "base"}, number) for number in range(_CHUNK)]
    schedule(games)  # never played, because a disclosed seed deals no further game
    rates: dict[str, list[float]] = {}
    for turn in range(turns + 1):
        for name, work in _iterate_works(games):
            gc.collect()
            start = time.perf_counter()
            done = work()
            if turn:
                rates.setdefault(name, []).append(done / (time.perf_counter() - start))
    return Measured(rates)


def _iterate_works(games: Sequence[StoredGame]) -> Iterator[tuple[str, _Work]]:
    """Yield each work of a turn directly after preparing its input, which is not timed."""
    chunk = schedule(games)
    yield STORE, lambda: _append(chunk)
    rows = _make_rows(games)
    yield COPY, lambda: _copy(rows)
    few_rows = _make_rows(games[:_BULK_GAMES])
    yield BULK, lambda: _bulk_create(few_rows)
    lines = _make_lines(_make_rows(games))
    yield READY, lambda: _copy_text(lines)
    live = schedule(games[:1])[0]
    yield LIVE, lambda: _append_singly(live)
    yield READ, lambda: _read([each.game_id for each in chunk])


def schedule(games: Sequence[StoredGame]) -> list[Appending]:
    """Schedule the games and return their logs, to be appended."""
    plans = [
        GamePlan(
            ruleset=game.header.ruleset,
            options=game.header.options,
            seats=[PlannedSeat(player) for player in game.header.players],
            origin=GameOrigin.TOURNAMENT,
            seed=seeds_store([game.seed])[0],
        )
        for game in games
    ]
    scheduled = games_schedule(plans=plans)
    return [Appending(row.pk, 0, game.events) for row, game in zip(scheduled, games, strict=True)]


def _make_rows(games: Sequence[StoredGame]) -> list[_Row]:
    """Return rows of newly scheduled games, whose ids are at the end of the key like those of the store's games."""
    return [
        (each.game_id, event.seq, None, event.actor, event.kind, event.payload, event.chain, event.digest)
        for each in schedule(games)
        for event in each.events
    ]


def _make_lines(rows: Sequence[_Row]) -> bytes:
    def text(value: Any) -> str:
        if value is None:
            return "\\N"
        return "\\\\x" + value.hex() if isinstance(value, bytes) else str(value).replace("\\", "\\\\")

    return "".join("\t".join(map(text, row)) + "\n" for row in rows).encode()


def _append(chunk: Sequence[Appending]) -> int:
    chunk_append(chunk=chunk)
    return sum(len(each.events) for each in chunk)


def _copy(rows: Sequence[_Row]) -> int:
    with transaction.atomic(), connection.cursor() as cursor, cursor.copy(_INTO) as copy:
        for row in rows:
            copy.write_row(row)
    return len(rows)


def _copy_text(lines: bytes) -> int:
    with transaction.atomic(), connection.cursor() as cursor, cursor.copy(_INTO) as copy:
        copy.write(lines)
    return lines.count(b"\n")


def _bulk_create(rows: Sequence[_Row]) -> int:
    with transaction.atomic():
        Event.objects.bulk_create(
            [Event(**dict(zip(_COLUMNS, row, strict=True))) for row in rows], batch_size=1000
        )
    return len(rows)


def _append_singly(live: Appending) -> int:
    for event in live.events[:_LIVE_EVENTS]:
        game_append(game_id=live.game_id, expected_seq=event.seq - 1, events=[event])
    return _LIVE_EVENTS


def _read(game_ids: Sequence[int]) -> int:
    return sum(len(log) for _, log in game_logs(game_ids))

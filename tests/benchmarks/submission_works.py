"""Works of ``submissions``: posting records in several ways, and the unavoidable work alone."""

import gc
import time
from collections.abc import Callable, Iterator, Sequence

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from rest_framework.test import APIClient

from api.auth import token_create
from engine.core import pack_record, verify, write_record
from engine.rulesets.moon_river import MOON_RIVER
from games.event_store import Appending, GamePlan, PlannedSeat, games_schedule, seeds_store
from games.event_store.store import chunk_append
from games.models import GameOrigin
from tests.benchmarks.harness import Measured
from tests.benchmarks.works import StoredGame, play_stored_game

__all__ = ["BATCH", "DRY_RUN", "LOOSE", "PURE", "SINGLE", "measure"]

PURE = "verified replay, append"
BATCH = "a batch, canonical"
LOOSE = "a batch, formatted loosely"
DRY_RUN = "a batch, dry run"
SINGLE = "one record a request"

_ADDRESS = "/api/v1/submissions/"
#: Records of a batch.
_GAMES = 96
_CHUNK = 48
#: Number of requests with one record each per turn.
_SINGLE = 12

_Work = Callable[[], int]


def measure(turns: int) -> Measured:
    """Return the rates of all works over the turns, after one to warm up."""
    games = [play_stored_game(MOON_RIVER, 4, {"mode": "base"}, number) for number in range(_GAMES)]
    user = get_user_model().objects.create(username=f"bench {time.time_ns()}")
    client = APIClient(HTTP_HOST="localhost")
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_create(owner=user, name='bench').secret}")
    rates: dict[str, list[float]] = {}
    for turn in range(turns + 1):
        for name, prepare in _iterate_works(games, client):
            cache.clear()  # no throttling
            with transaction.atomic():
                work = prepare()
                gc.collect()
                start = time.perf_counter()
                done = work()
                seconds = time.perf_counter() - start
                transaction.set_rollback(True)
            if turn:
                rates.setdefault(name, []).append(done / seconds)
    return Measured(rates)


def _iterate_works(
    games: Sequence[StoredGame], client: APIClient
) -> Iterator[tuple[str, Callable[[], _Work]]]:
    """Yield each work of a turn with its preparation, which is not timed."""
    texts = [_pack(game) for game in games]
    canonical = b"".join(texts)
    loose = canonical.replace(b'"kind":', b'"kind": ')
    yield PURE, lambda: _verify_and_append(games)
    yield BATCH, lambda: lambda: _post(client, canonical)
    yield LOOSE, lambda: lambda: _post(client, loose)
    yield DRY_RUN, lambda: lambda: _post(client, canonical, "?dry_run=true", "valid")
    yield SINGLE, lambda: lambda: _post_singly(client, texts[:_SINGLE])


def _pack(game: StoredGame) -> bytes:
    header, *events, trailer = b"".join(
        write_record(game.header, game.events, game.head, game.seed)
    ).splitlines()
    return pack_record(header, b",".join(events), trailer)


def _verify_and_append(games: Sequence[StoredGame]) -> _Work:
    scheduled = games_schedule(
        plans=[
            GamePlan(
                ruleset=game.header.ruleset,
                options=game.header.options,
                seats=[PlannedSeat(player) for player in game.header.players],
                origin=GameOrigin.SUBMITTED,
                seed=seeds_store([game.seed])[0],
            )
            for game in games
        ]
    )

    def work() -> int:
        for start in range(0, len(games), _CHUNK):
            chunk = []
            for row, game in zip(scheduled[start:], games[start : start + _CHUNK], strict=False):
                assert verify(game.header, game.events, seed=game.seed, head=game.head).is_good
                chunk.append(Appending(row.pk, 0, game.events))
            chunk_append(chunk=chunk)
        return len(games)

    return work


def _post(client: APIClient, body: bytes, query: str = "", status: str = "accepted") -> int:
    answer = client.generic("POST", _ADDRESS + query, body, content_type="application/x-ndjson")  # type: ignore[arg-type]
    done = answer.json()[status]
    assert done == _GAMES, answer.content[:500]
    return int(done)


def _post_singly(client: APIClient, texts: Sequence[bytes]) -> int:
    for text in texts:
        answer = client.generic("POST", _ADDRESS, text, content_type="application/json")  # type: ignore[arg-type]
        assert answer.status_code == 201, answer.content[:500]
    return len(texts)

"""The export: one response with all records that pass the filters, compressed on request, within limits."""

import asyncio
import gc
import gzip
import threading
from collections.abc import Mapping
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db import close_old_connections
from django.test import AsyncClient

from api.limits import threads
from engine.core import VerdictStatus, split_archive, verify_record
from games.event_store import game_void
from games.import_export import archive_batches, archive_games, archives
from games.models import Bot, Game, GameOrigin
from tests.api.client import SchemaClient, faults, problem, streamed_content
from tests.api.conftest import RATES
from tests.api.streaming import REQUEST_THREADS, application, server_processes
from tests.games.factories import finished_game, kept_seed, running_game
from tests.games.listening import Elsewhere
from tests.waiting import wait_until
from tournaments.models import Tournament
from tournaments.planning import tournament_start

pytestmark = pytest.mark.django_db

EXPORT = "/api/v1/games/export/"


def whole() -> bytes:
    return b"".join(batch.lines for batch in archive_batches(archive_games(Game.objects.all())))


def test_all_games_that_are_over_are_exported(anyone: SchemaClient, game: Game, unfinished: Game):
    voided = finished_game()
    game_void(game_id=voided.pk, reason="a test")

    response = anyone.get(EXPORT)

    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/x-ndjson")
    assert response.headers["Content-Disposition"] == 'attachment; filename="games.ndjson"'
    body = streamed_content(response)
    assert body == whole()
    texts = list(split_archive(body.splitlines()))
    assert [verify_record(text.parse()).status for text in texts] == [VerdictStatus.EXACT] * 2


@pytest.mark.parametrize(
    ("asked", "is_gzip"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.8", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("xgzip", False),
    ],
)
def test_it_is_compressed_if_the_client_accepts_gzip(
    asked: str, is_gzip: bool, anyone: SchemaClient, game: Game
):
    response = anyone.get(EXPORT, headers={"accept-encoding": asked})

    body = streamed_content(response)
    assert response.headers.get("Content-Encoding") == ("gzip" if is_gzip else None)
    assert response.headers["Vary"].startswith("Accept-Encoding")
    assert (gzip.decompress(body) if is_gzip else body) == whole()


def test_it_accepts_the_filters_of_the_list(anyone: SchemaClient, bots: list[Bot], tournament: Tournament):
    finished_game(seats=3)
    greedy = finished_game(bots=bots[:2])
    running = running_game(9)
    tournament_start(tournament)

    def exported(query: str) -> int:
        return streamed_content(anyone.get(f"{EXPORT}?{query}")).count(b"\n")

    assert exported("seats=3") == 1
    assert exported("bot=greedy") == 1
    assert exported("status=running") == 1
    assert exported(f"tournament={tournament.pk}") == 0
    assert exported(f"tournament={tournament.pk}&status=scheduled") == tournament.planned_games.count()
    assert exported("origin=tournament") == 2
    assert exported("origin=live&ruleset=moon-river@1") == 0
    assert (greedy.origin, running.origin) == (GameOrigin.TOURNAMENT, GameOrigin.TOURNAMENT)


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("status=lost", ("status", "unknown_value")),
        ("bot=nobody", ("bot", "unknown_value")),
        ("limit=5", ("limit", "unknown_parameter")),
        ("cursor=abc", ("cursor", "unknown_parameter")),
        ("seats=2&seats=3", ("seats", "repeated_parameter")),
    ],
)
def test_a_wrong_parameter_is_refused(query: str, fault: tuple[str, str], anyone: SchemaClient):
    response = anyone.get(f"{EXPORT}?{query}")

    assert problem(response) == (400, "invalid_parameters")
    assert faults(response) == {fault}


def test_a_head_request_costs_no_export(anyone: SchemaClient, game: Game, django_assert_max_num_queries: Any):
    with django_assert_max_num_queries(0):
        response = anyone.head(EXPORT)

    assert (response.status_code, response.content) == (200, b"")


def test_exports_have_their_own_rate(anyone: SchemaClient):
    with mock.patch.dict(RATES, {"export": "2/hour"}):
        responses = [anyone.head(EXPORT).status_code for _ in range(3)]
        cache.clear()

    assert responses == [200, 200, 429]


class TestSlots:
    """How many exports are written at the same time."""

    def test_a_client_has_a_limit_and_a_finished_export_does_not_count(
        self, anyone: SchemaClient, other: SchemaClient, game: Game
    ):
        first, second = anyone.get(EXPORT), anyone.get(EXPORT)

        refused = anyone.get(EXPORT)
        assert problem(refused) == (429, "too_many_at_once")
        assert refused.headers["Retry-After"] == "30"
        assert other.get(EXPORT).status_code == 200
        assert streamed_content(first) == whole()
        assert anyone.get(EXPORT).status_code == 200
        second.close()

    def test_a_process_has_a_limit(
        self, anyone: SchemaClient, other: SchemaClient, staff: SchemaClient, game: Game, settings: Any
    ):
        settings.API_MAX_EXPORTS = 2
        held = [anyone.get(EXPORT), other.get(EXPORT)]

        assert problem(staff.get(EXPORT)) == (503, "too_many_exports")
        held.pop()
        gc.collect()  # the test's client and the response refer to each other

        assert staff.get(EXPORT).status_code == 200

    def test_an_export_that_fails_at_its_start_holds_no_slot(
        self, anyone: SchemaClient, game: Game, settings: Any, monkeypatch: pytest.MonkeyPatch
    ):
        settings.API_MAX_OWN_EXPORTS = 1
        with monkeypatch.context() as failing:
            failing.setattr(archives, "_MAX_GAMES", "no number")
            assert problem(anyone.get(EXPORT)) == (500, "internal_error")

        assert streamed_content(anyone.get(EXPORT)) == whole()


@pytest.mark.django_db(transaction=True)
class TestStreaming:
    """Over ASGI, with batches of one game each."""

    @pytest.fixture(autouse=True)
    def batches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archives, "_MAX_GAMES", 1)

    def test_batch_follows_batch(self):
        for number in range(4):
            finished_game(seed=kept_seed(number))

        async def pieces() -> list[bytes]:
            response: Any = await AsyncClient().get(EXPORT)
            return [piece async for piece in response.streaming_content]

        found = async_to_sync(pieces)()

        assert [piece.count(b"\n") for piece in found] == [1] * 4
        assert b"".join(found) == whole()

    def test_no_connection_is_held_between_two_chunks(self, monkeypatch: pytest.MonkeyPatch):
        for number in range(4):
            finished_game(seed=kept_seed(number))
        closed: list[None] = []

        def counted() -> None:
            close_old_connections()
            closed.append(None)

        monkeypatch.setattr(threads, "close_old_connections", counted)

        async def two_pieces() -> None:
            response: Any = await AsyncClient().get(EXPORT)
            stream = aiter(response.streaming_content)
            await anext(stream)
            await anext(stream)
            assert len(closed) == 1
            await stream.aclose()
            await asyncio.sleep(0)

        async_to_sync(two_pieces)()

        assert len(closed) == 1

    @pytest.mark.long
    def test_slow_readers_hold_neither_a_thread_nor_a_connection(self, there: Elsewhere, settings: Any):
        settings.API_MAX_OWN_EXPORTS = 8
        for number in range(4):
            finished_game(seed=kept_seed(number))
        threads_before = threading.active_count()
        connections_before = len(server_processes(listeners=False))

        readers = [SlowReader(there) for _ in range(8)]
        bodies = [reader.read(2) for reader in readers]

        # Pieces are made in the reading threads, and a request's thread keeps its connection for the next request.
        wait_until(lambda: threading.active_count() <= threads_before + 6 + REQUEST_THREADS)
        wait_until(lambda: len(server_processes(listeners=False)) <= connections_before + REQUEST_THREADS)
        assert [len(body.splitlines()) for body in bodies] == [2] * 8
        for reader, body in zip(readers, bodies, strict=True):
            assert body + reader.read(2) == whole()


class SlowReader:
    """A client of an export that takes a piece when it likes, and before that lets the site wait."""

    def __init__(self, there: Elsewhere) -> None:
        self._there = there
        self._wanted: asyncio.Queue[None] = asyncio.Queue()
        self._pieces: asyncio.Queue[bytes] = asyncio.Queue()
        there.start(self._asked())

    def read(self, count: int) -> bytes:
        """Take that number of chunks."""
        return self._there.run(self._taken(count))

    async def _taken(self, count: int) -> bytes:
        for _ in range(count):
            self._wanted.put_nowait(None)
        return b"".join([await self._pieces.get() for _ in range(count)])

    async def _asked(self) -> None:
        requests = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            if requests:
                return requests.pop()
            return await asyncio.Future()

        async def send(message: Mapping[str, Any]) -> None:
            if message.get("body"):
                await self._wanted.get()
                self._pieces.put_nowait(message["body"])

        headers = [(b"host", b"testserver")]
        scope = {"type": "http", "method": "GET", "path": EXPORT, "query_string": b"", "headers": headers}
        await application(self._there.loop)({**scope, "client": ("127.0.0.1", 4711)}, receive, send)

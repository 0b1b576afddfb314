"""
The export: one answer with all records that pass the filters, compressed if asked for, and never too much.
"""

import asyncio
import gzip
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import AsyncClient

from engine.core.archive import record_texts
from engine.core.replay import VerdictStatus, verify_record
from games import archives
from games.archives import archive_batches, games_archived
from games.models import Bot, Game, GameOrigin
from games.services import game_void
from tests.api.client import SchemaClient, faults, problem, streamed_content
from tests.api.conftest import RATES
from tests.event_loop import loop_put_aside, waiting_for
from tests.games.factories import finished_game, kept_seed, running_game
from tournaments.models import Tournament
from tournaments.services import tournament_start

pytestmark = pytest.mark.django_db

EXPORT = "/api/v1/games/export/"


def whole() -> bytes:
    return b"".join(batch.lines for batch in archive_batches(games_archived(Game.objects.all())))


def test_all_games_that_are_over_are_exported(anyone: SchemaClient, game: Game, unfinished: Game):
    voided = finished_game()
    game_void(game_id=voided.pk, reason="a test")

    answer = anyone.get(EXPORT)

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/x-ndjson")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="games.ndjson"'
    body = streamed_content(answer)
    assert body == whole()
    texts = list(record_texts(body.splitlines()))
    assert [verify_record(text.record()).status for text in texts] == [VerdictStatus.EXACT] * 2


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
def test_it_is_compressed_when_the_client_takes_that(
    asked: str, is_gzip: bool, anyone: SchemaClient, game: Game
):
    answer = anyone.get(EXPORT, headers={"accept-encoding": asked})

    body = streamed_content(answer)
    assert answer.headers.get("Content-Encoding") == ("gzip" if is_gzip else None)
    assert answer.headers["Vary"].startswith("Accept-Encoding")
    assert (gzip.decompress(body) if is_gzip else body) == whole()


def test_it_takes_the_filters_of_the_list(anyone: SchemaClient, bots: list[Bot], tournament: Tournament):
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
def test_what_means_nothing_is_refused(query: str, fault: tuple[str, str], anyone: SchemaClient):
    answer = anyone.get(f"{EXPORT}?{query}")

    assert problem(answer) == (400, "invalid_parameters")
    assert faults(answer) == {fault}


def test_a_head_request_costs_no_export(anyone: SchemaClient, game: Game, django_assert_max_num_queries: Any):
    with django_assert_max_num_queries(0):
        answer = anyone.head(EXPORT)

    assert (answer.status_code, answer.content) == (200, b"")


def test_exports_have_a_rate_of_their_own(anyone: SchemaClient):
    with mock.patch.dict(RATES, {"export": "2/hour"}):
        answers = [anyone.get(EXPORT).status_code for _ in range(3)]
        cache.clear()

    assert answers == [200, 200, 429]


@pytest.mark.django_db(transaction=True)
class TestStreaming:
    """
    Over ASGI, with batches of one game each.
    """

    @pytest.fixture(autouse=True)
    def batches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archives, "_GAMES", 1)

    def test_batch_follows_batch(self):
        for number in range(4):
            finished_game(seed=kept_seed(number))

        async def pieces() -> list[bytes]:
            answer: Any = await AsyncClient().get(EXPORT)
            return [piece async for piece in answer.streaming_content]

        found = waiting_for(pieces)()

        assert [piece.count(b"\n") for piece in found] == [1] * 4
        assert b"".join(found) == whole()

    def test_no_connection_is_held_between_two_pieces(self, monkeypatch: pytest.MonkeyPatch):
        for number in range(4):
            finished_game(seed=kept_seed(number))
        closed: list[Any] = []
        close_all = type(connections).close_all

        def counted(handler: Any) -> None:
            closed.append(handler)
            close_all(handler)

        monkeypatch.setattr(type(connections), "close_all", counted)

        async def two_pieces() -> None:
            answer: Any = await AsyncClient().get(EXPORT)
            stream = aiter(answer.streaming_content)
            await anext(stream)
            await anext(stream)
            assert len(closed) == 1
            await stream.aclose()
            await asyncio.sleep(0)

        waiting_for(two_pieces)()

        assert len(closed) == 1

    def test_the_connection_of_the_first_piece_is_given_back_when_the_answer_begins(self):
        for number in range(3):
            finished_game(seed=kept_seed(number))
        with loop_put_aside():  # else it would be the connection of another context
            own = connections["default"]
        own.close_at = 0  # as that of a pool, which is not kept after a request

        async def begun() -> bool:
            answer: Any = await AsyncClient().get(EXPORT)
            stream = aiter(answer.streaming_content)
            await anext(stream)
            is_held = own.connection is not None
            await stream.aclose()
            return is_held

        assert not waiting_for(begun)()

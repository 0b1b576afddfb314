"""Queries: a request needs the same number for any number of entries."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Bot, Game
from tests.api.client import SchemaClient, user_named
from tests.api.test_roles import BODY
from tests.games.factories import BotFactory, finished_game, kept_seed, scheduled_games
from tournaments.planning import tournament_create, tournament_start

pytestmark = pytest.mark.django_db


def cost(client: SchemaClient, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/api/v1/{address}").status_code == 200
    return len(queries)


def entered(bots: list[Bot]) -> Any:
    return tournament_create(**BODY | {"bots": bots, "created_by": user_named("organiser")})


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("bots/", 1),
        ("games/", 3),
        ("games/?status=finished&seats=2&ruleset=moon-river@1", 3),
        ("tournaments/", 1),
    ],
)
def test_a_list_needs_the_same_queries_at_any_length(
    address: str, most: int, anyone: SchemaClient, bots: list[Bot]
):
    for more in (1, 8):
        for number in range(more):
            BotFactory(owner=user_named(f"owner-{number}"))
        scheduled_games(more, bots=bots[:2])
        finished_game(bots=bots[1:], seed=kept_seed(more))
        tournament_start(entered(bots))

        assert cost(anyone, address) <= most


def test_queries_of_one_game(game: Game, anyone: SchemaClient):
    for path, most in (
        ("", 5),
        ("events/", 2),
        ("record/", 6),
        ("forks/", 2),
        ("frames/", 5),
        ("verify/", 4),
    ):
        assert cost(anyone, f"games/{game.pk}/{path}") <= most, path


def test_queries_of_a_tournament(anyone: SchemaClient, bots: list[Bot]):
    tournament = entered(bots)
    tournament_start(tournament)

    for path, most in (("", 3), ("standings/", 3), ("crosstable/", 4), ("progress/", 9)):
        assert cost(anyone, f"tournaments/{tournament.pk}/{path}") <= most, path


def test_a_token_needs_one_query(other: SchemaClient, anyone: SchemaClient, bots: list[Bot]):
    assert cost(other, "bots/") == cost(anyone, "bots/") + 1

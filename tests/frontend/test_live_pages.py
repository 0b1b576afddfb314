"""Pages of live games: whose turn it is and for how long, and which games wait for players."""

import pytest
from django.urls import reverse

from games.live import live_resign
from tests.games.factories import finished_game
from tests.games.live_games import CLOCKED, between, opened, time_passes, turn_in, user_of

pytestmark = pytest.mark.django_db


def text(client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_of_a_live_game_says_whose_turn_it_is_and_how_long(client):
    game = between("ann", "random", clock=CLOCKED)
    turn_in(game)
    time_passes(game, 5)

    for page in (text(client, "game", game.pk), text(client, "game_clocks", game.pk)):
        assert "A ann is to act, 1 min" in page
        assert "random is to act" not in page
        assert f'hx-get="{reverse("game_clocks", args=[game.pk])}"' in page


def test_a_game_that_is_over_has_no_clocks(client):
    game = between("ann", "random")
    live_resign(game_id=game.pk, user_id=user_of("ann").pk)

    assert text(client, "game_clocks", game.pk).strip() == ""
    assert "hx-get" not in text(client, "game", game.pk)
    assert 'id="clocks"' not in text(client, "game", finished_game().pk)


def test_an_open_game_says_which_seats_are_open(client):
    game = opened("ann", None, None)

    page = text(client, "game", game.pk)

    assert "seat B, seat C are open" in page
    assert "waiting for players" in page
    assert "being played" not in page
    assert page.count("chosen when the game begins") == 2  # the seed, and the commitment to it
    assert client.get(reverse("game_clocks", args=[123456])).status_code == 404


def test_open_games_are_listed_and_the_front_page_leads_there(client):
    assert "No game waits for players" in text(client, "open_games")
    assert reverse("open_games") not in text(client, "home")
    game = opened("ann", None)
    between("ann", "ben")

    page = text(client, "open_games")

    assert f"Game {game.pk}" in page
    assert page.count("<article") == 1
    assert "opened by ann" in page
    assert "1 game waits for players" in text(client, "home")


def test_more_open_games_cost_no_more_queries(client, django_assert_num_queries):
    opened("ann", None)
    with django_assert_num_queries(2):
        text(client, "open_games")
    opened("ann", None)
    with django_assert_num_queries(2):
        text(client, "open_games")

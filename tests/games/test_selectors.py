"""Selectors of games: filtered lists, and events as a viewer may see them."""

from typing import Any

import pytest

from engine.rulesets.moon_river import MOON_RIVER
from games.bots import bots_register_builtin
from games.errors import UnknownBot, UnknownGame
from games.models import Bot, GameOrigin
from games.queries import (
    GameFilters,
    bot_get,
    bots_list,
    game_events,
    game_get,
    game_row,
    games_list,
    logged_events,
)
from games.queries.selectors import game_headers, game_logs
from games.verification import verify_game
from tests.games.factories import (
    BotFactory,
    finished_game,
    running_game,
    scheduled_game,
    scheduled_games,
)

pytestmark = pytest.mark.django_db


def test_games_are_listed_newest_first():
    games = scheduled_games(3)

    assert list(games_list()) == games[::-1]


def test_filters_select_games():
    bot, other = BotFactory.create(), BotFactory.create()
    scheduled = scheduled_game(origin=GameOrigin.LIVE)
    finished = finished_game(seats=3)
    played = finished_game(bots=[bot, other])
    verify_game(played.pk)

    def ids(**filters: Any) -> set[int]:
        return {game.pk for game in games_list(GameFilters(**filters))}

    assert ids() == {scheduled.pk, finished.pk, played.pk}
    assert ids(status="finished") == {finished.pk, played.pk}
    assert ids(origin="live") == {scheduled.pk}
    assert ids(seats=3) == {finished.pk}
    assert ids(verdict="exact") == {played.pk}
    assert ids(bot=bot.name) == {played.pk}
    assert ids(bot="nobody") == set()
    assert ids(ruleset="moon-river@1", status="finished", seats=2) == {played.pk}
    assert ids(ruleset="goldgraeber@1") == set()


def test_a_bot_on_two_seats_lists_its_game_once():
    bot = BotFactory.create()
    game = finished_game(bots=[bot, bot])

    assert list(games_list(GameFilters(bot=bot.name))) == [game]


def test_a_list_with_its_seats_and_bots_takes_two_statements(django_assert_num_queries):
    bots = [BotFactory.create(), BotFactory.create()]
    scheduled_games(10, bots=bots)

    with django_assert_num_queries(2):
        names = [seat.bot.name for game in games_list() for seat in game.seating.all() if seat.bot]

    assert names == [bot.name for bot in bots] * 10


def test_a_game_is_fetched_with_everything_a_page_needs(django_assert_num_queries):
    game = finished_game(bots=[BotFactory.create(), BotFactory.create()])

    with django_assert_num_queries(2):
        found = game_get(game.pk)
        assert all(seat.bot and seat.bot.name for seat in found.seating.all())
        assert found.seed
        assert found.seed.commitment == found.commitment


def test_unknown_games_and_bots_are_errors():
    for look in (game_get, game_events):
        with pytest.raises(UnknownGame):
            look(404)
    with pytest.raises(UnknownBot):
        bot_get("nobody")


def test_events_of_a_range_are_returned():
    game = finished_game()

    lines = game_events(game.pk, first=5, last=7)

    assert [(line.seq, line.payload) for line in lines] == [
        (event.seq, event.payload) for event in logged_events(game.pk) if 5 <= event.seq <= 7
    ]
    assert len(game_events(game.pk)) == game.head_seq


def test_private_events_and_digests_are_withheld_until_the_game_is_over(monkeypatch):
    monkeypatch.setattr(type(MOON_RIVER), "private_kinds", frozenset({"column_dealt"}))
    running, over = running_game(60), finished_game()

    shown = game_events(running.pk)
    assert {line.payload is None for line in shown if line.kind == "column_dealt"} == {True}
    assert {line.payload is None for line in shown if line.kind != "column_dealt"} == {False}
    assert {line.digest for line in shown} == {None}
    assert all(line.payload is not None for line in game_events(over.pk))
    assert any(line.digest for line in game_events(over.pk))


def test_several_logs_are_read_in_the_given_order(django_assert_num_queries):
    games = [finished_game(), scheduled_game(), finished_game(seats=3)]
    ids = [games[2].pk, games[0].pk, games[1].pk]
    expected = [(game_id, logged_events(game_id)) for game_id in ids]

    with django_assert_num_queries(1):
        logs = list(game_logs(ids))

    assert logs == expected


def test_headers_of_many_games_take_two_statements(django_assert_num_queries):
    games = scheduled_games(5)

    with django_assert_num_queries(2):
        headers = game_headers([game.pk for game in games])

    assert {header.h0() for header in headers.values()} == {bytes(games[0].header_hash)}


def test_bots_are_listed_by_ruleset():
    bots_register_builtin()
    special = BotFactory.create(name="miner", rulesets=["goldgraeber@1"])
    retired = BotFactory.create(name="retired", active=False)

    playing = bots_list(ruleset="moon-river@1", only_active=True)

    assert bot_get("random") in playing
    assert special not in playing
    assert retired not in playing
    assert retired in bots_list()


def test_registering_the_built_in_bots_again_updates_them_but_not_whether_they_are_active():
    first = bots_register_builtin()
    Bot.objects.update(active=False, title="old")

    second = bots_register_builtin()

    assert [bot.pk for bot in first] == [bot.pk for bot in second]
    assert not any(bot.active for bot in second)
    assert all(bot.title != "old" for bot in second)


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**63, 10**30])
def test_numbers_out_of_range_find_nothing(number):
    game = finished_game()

    with pytest.raises(UnknownGame):
        game_row(number)
    assert logged_events(number) == []
    assert len(logged_events(game.pk, last=number)) == (game.head_seq if number > 0 else 0)
    assert len(logged_events(game.pk, first=number)) == (0 if number > 0 else game.head_seq)

"""News reach the subscribers of the settings' table after the transaction, and only then."""

import logging

import pytest
from django.db import transaction

from games.event_store import Appending, chunk_append, game_void, games_start, unfinished_games_void
from games.realtime import GameDomainEvent, publish
from tests.games.factories import kept_seed, log_of, scheduled_game, scheduled_games

heard: list[tuple[str, list[int]]] = []


def hear(name: str):
    """A subscriber of that news."""
    return lambda game_ids: heard.append((name, game_ids))


on_started = hear("started")
on_finished, on_voided = hear("finished"), hear("voided")


def fail(game_ids: list[int]) -> None:
    """A subscriber that can't."""
    raise RuntimeError("the barn is on fire")


@pytest.fixture(autouse=True)
def subscriptions(settings):
    heard.clear()
    settings.SUBSCRIPTIONS = {
        "games_started": (f"{__name__}.on_started",),
        "games_finished": (f"{__name__}.fail", f"{__name__}.on_finished"),
        "games_voided": (f"{__name__}.on_voided",),
    }


@pytest.mark.django_db(transaction=True)
def test_each_stage_of_a_game_is_published():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)

    games_start(game_ids=[game.pk])
    chunk_append(chunk=[Appending(game.pk, 0, log)])
    game_void(game_id=game.pk, reason="wrong bot")

    names = [name for name, game_ids in heard if game_ids == [game.pk]]
    assert names == ["started", "finished", "voided"]


@pytest.mark.django_db(transaction=True)
def test_a_chunk_is_published_once_with_all_its_games():
    games = scheduled_games(3, seed=kept_seed(1))
    log = log_of(games[0])

    chunk_append(chunk=[Appending(game.pk, 0, log) for game in games])

    assert heard[-1] == ("finished", [game.pk for game in games])


@pytest.mark.django_db(transaction=True)
def test_nothing_is_published_for_a_transaction_that_fails():
    games = scheduled_games(2)

    with pytest.raises(RuntimeError), transaction.atomic():
        unfinished_games_void(game_ids=[game.pk for game in games], reason="cancelled")
        assert heard == []
        raise RuntimeError

    assert heard == []


@pytest.mark.django_db(transaction=True)
def test_a_subscriber_that_fails_is_logged_and_does_not_disturb_the_next(caplog):
    with caplog.at_level(logging.ERROR):
        publish(GameDomainEvent.FINISHED, game_ids=[3, 1, 3])

    assert heard == [("finished", [1, 3])]
    assert f"{__name__}.fail failed as a subscriber of games_finished (game_ids=[1, 3])" in caplog.text
    assert "the barn is on fire" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_news_of_no_game_is_no_news():
    publish(GameDomainEvent.FINISHED, game_ids=[])

    assert heard == []

"""Statuses, names and what rows may hold."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from engine.core import outcome, replay
from games.models import OVER, Bot, ForfeitReason, GameStatus, GameVerdict, Seat, Termination
from tests.games.factories import BotFactory, finished_game, scheduled_game


def test_allowed_transitions_of_statuses():
    allowed = {(a.value, b.value) for a in GameStatus for b in GameStatus if a.may_become(b)}

    assert allowed == {
        ("scheduled", "running"),
        ("scheduled", "finished"),
        ("scheduled", "voided"),
        ("running", "running"),
        ("running", "finished"),
        ("running", "voided"),
        ("finished", "voided"),
    }


def test_a_game_is_over_when_finished_or_voided():
    assert [status for status in GameStatus if status.is_over] == list(OVER)


def test_the_choices_are_the_engine_s_enums():
    assert {each.value for each in replay.VerdictStatus} | {"unverified"} == set(GameVerdict.values)
    assert {each.value for each in outcome.Termination} == set(Termination.values)
    assert {each.value for each in outcome.ForfeitReason} == set(ForfeitReason.values)


@pytest.mark.parametrize("name", ["Greedy", "-greedy", "greedy one", "greedy\n", "", "grün", "a--b"])
def test_a_bot_s_name_is_lower_case_words_joined_by_hyphens_or_underscores(name):
    with pytest.raises(ValidationError):
        Bot(name=name, title="A bot").clean_fields(exclude=["owner"])


@pytest.mark.django_db
def test_a_bot_plays_every_ruleset_unless_it_names_some():
    assert BotFactory.create().plays("moon-river@1")
    assert BotFactory.create(rulesets=["moon-river@1"]).plays("moon-river@1")
    assert not BotFactory.create(rulesets=["goldgraeber@1"]).plays("moon-river@1")


@pytest.mark.django_db
def test_a_seat_has_a_whole_result_or_none():
    game = finished_game()

    with pytest.raises(IntegrityError, match="seat_result_is_whole"), transaction.atomic():
        Seat.objects.filter(game=game, number=0).update(score=None)


@pytest.mark.django_db
def test_a_game_has_each_seat_once():
    game = scheduled_game()

    with pytest.raises(IntegrityError, match="seat_number_once"), transaction.atomic():
        Seat.objects.create(game=game, number=0, player="again")


@pytest.mark.django_db
def test_a_game_that_is_over_has_an_end_in_time():
    game = finished_game()
    game.finished_at = None

    with pytest.raises(IntegrityError, match="game_over_has_an_end"), transaction.atomic():
        game.save()

"""Pages of submitted games: marked as such, with who submitted them."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from engine.core import RecordForm
from games.import_export import game_import, records_submit, submitter_bots
from games.models import GameOrigin
from tests.games.factories import finished_game
from tests.games.records import record

pytestmark = pytest.mark.django_db


def submitted_game(name: str) -> int:
    user = get_user_model().objects.create(username=name)
    (submission,) = records_submit(
        texts=[record()], form=RecordForm.LINES, by=user, bots=submitter_bots(user, {})
    )
    assert submission.game_id is not None
    return submission.game_id


def test_the_page_of_a_submitted_game_says_who_submitted_it_and_that_it_does_not_count(client: Client):
    page = client.get(f"/games/{submitted_game('<ann>')}/").content.decode()

    assert "Submitted by &lt;ann&gt;, played elsewhere." in page
    assert "It counts in no standings" in page
    assert "Received" in page


def test_the_page_stays_when_the_user_is_gone(client: Client):
    game_id = submitted_game("ann")
    get_user_model().objects.all().delete()

    page = client.get(f"/games/{game_id}/").content.decode()

    assert "Submitted, played elsewhere." in page


def test_the_list_marks_submitted_games_and_finds_them(client: Client):
    game_id = submitted_game("ann")
    other = finished_game(seats=3)

    page = client.get(f"/games/?origin={GameOrigin.SUBMITTED}").content.decode()

    assert f'href="/games/{game_id}/"' in page
    assert f'href="/games/{other.pk}/"' not in page
    assert re.search(r'<span class="soft">\s*submitted\s*</span>', page)


def test_other_games_are_not_marked(client: Client):
    for game in (finished_game(), game_import(text=record(2)).game):
        assert "played elsewhere" not in client.get(f"/games/{game.pk}/").content.decode()

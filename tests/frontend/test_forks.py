"""Forks on pages: the button, the form, the mark where a fork left its parent, and the parent's list."""

import html
import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from frontend.viewer.charts import draw_track
from frontend.viewer.event_lines import ForkPoint, write_lines
from games.event_store import game_void
from games.forks import ForkSeed
from games.models import Bot, Game, Transport
from games.queries import logged_events
from tests.frontend.stories import line, story
from tests.games.factories import BotFactory, finished_game, kept_seed, running_game, secret_number
from tests.games.goldgraeber_games import Laid, chips_of, played, scheduled, stored
from tournaments.forks import ForkWorkerLoop, fork_create

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def bots(kept_rows: None) -> list[Bot]:
    return [BotFactory.create(name=name) for name in ("greedy", "random")]


@pytest.fixture(scope="module")
def kept(bots: list[Bot]) -> Game:
    return finished_game(bots=bots)


@pytest.fixture
def game(kept: Game) -> Game:
    """A finished game of those bots."""
    return Game.objects.get(pk=kept.pk)


@pytest.fixture
def user(client):
    user = get_user_model().objects.create_user("ida")
    client.force_login(user)
    return user


def page_of(client, game: Game, **query: object) -> str:
    response = client.get(reverse("game", args=[game.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def form_of(client, game: Game, step: int = 40) -> str:
    response = client.get(reverse("game_continue", args=[game.pk]), {"step": step})
    assert response.status_code == 200
    return response.content.decode()


def started(client, game: Game, **fields: object):
    values = {"step": 40, "seat-0": "random", "seat-1": "greedy", "seed": "new"} | fields
    return client.post(reverse("game_continue", args=[game.pk]) + "?step=40", values)


def button(page: str) -> str | None:
    """Return where the button leads, or None if it is off."""
    (found,) = re.findall(r'<a class="btn onward"[^>]*>', page)
    target = re.search(r'href="([^"]*)"', found)
    return target[1] if target else None


# The button


def test_every_step_of_a_finished_game_can_be_continued(client, game):
    for step in (0, 1, 40, game.head_seq - 2):
        assert button(page_of(client, game, step=step)) == f"/games/{game.pk}/continue/?step={step}"


def test_the_last_steps_leave_nothing_to_decide(client, game):
    for step in (game.head_seq - 1, game.head_seq):
        assert button(page_of(client, game, step=step)) is None


def test_frames_bring_the_button_of_their_step(client, game):
    answer = client.get(reverse("game_frames", args=[game.pk]), {"from": 7, "to": 9}).json()

    assert [button(frame["parts"]["onward"]) for frame in answer["frames"]] == [
        f"/games/{game.pk}/continue/?step={step}" for step in (7, 8, 9)
    ]


def test_a_game_that_is_not_finished_has_no_button(client, game):
    assert "btn onward" not in page_of(client, running_game(20))
    game_void(game_id=game.pk, reason="a test")
    assert "btn onward" not in page_of(client, game)


# The form


def test_the_form_proposes_the_step_and_the_bots_that_played(client, game, user):
    page = form_of(client, game)

    assert re.search(r'name="step" value="40"', page)
    assert re.findall(r'<option value="(\w+)" selected', page) == ["greedy", "random"]
    assert re.search(r'type="radio" name="seed" value="new"[^>]* checked', page)


def test_only_bots_that_workers_play_are_offered(client, game, user):
    BotFactory.create(name="away", transport=Transport.REMOTE)
    BotFactory.create(name="resting", active=False)
    BotFactory.create(name="digger", rulesets=["goldgraeber@1"])
    page = form_of(client, game)

    assert set(re.findall(r'<option value="([\w-]+)"', page)) == {"greedy", "random"}


def test_a_visitor_is_shown_what_to_do_and_starts_nothing(client, game):
    page = form_of(client, game)

    assert "<form class" not in page
    assert "/admin/login/?next=/games/" in page
    assert f"/api/v1/games/{game.pk}/forks/" in page
    body = re.search("-d '(.*?)'", html.unescape(page))
    assert body is not None
    assert json.loads(body[1]) == {"step": 40, "bots": ["greedy", "random"]}
    assert started(client, game).status_code == 403
    assert Game.objects.count() == 1


def test_the_form_starts_the_fork_and_leads_to_it(client, game, user):
    answer = started(client, game)
    fork = Game.objects.get(parent=game)

    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/games/{fork.pk}/"
    assert (fork.parent_step, [seat.player for seat in fork.seating.all()]) == (40, ["random", "greedy"])


def test_a_form_without_the_csrf_token_starts_nothing(game):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(get_user_model().objects.create_user("eve"))

    assert started(client, game).status_code == 403
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"step": "99999"}, "less than or equal"),
        ({"step": "-1"}, "greater than or equal"),
        ({"step": "many"}, "whole number"),
        ({"seat-0": "nobody"}, "not one of the available choices"),
        ({"seat-1": ""}, "required"),
        ({"seed": "mine"}, "not one of the available choices"),
    ],
)
def test_a_fault_is_said_on_the_form(client, game, user, fields, said):
    answer = started(client, game, **fields)

    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert Game.objects.count() == 1


def test_a_refusal_is_said_on_the_form(client, game, user):
    Game.objects.filter(pk=game.pk).update(seed=None)
    answer = started(client, game, seed="same")

    assert answer.status_code == 400
    assert "is not known here" in answer.content.decode()


@pytest.mark.parametrize("step", ["", "x", "٣", "99999999999999999999"])
def test_a_step_that_is_none_counts_as_the_first_position(client, game, user, step):
    response = client.get(reverse("game_continue", args=[game.pk]), {"step": step})

    assert 'name="step" value="0"' in response.content.decode()


def test_where_nothing_is_left_to_decide_the_page_says_so(client, game, user):
    assert "nothing is left to decide" in form_of(client, game, game.head_seq)
    assert "Only a finished game" in form_of(client, running_game(20))
    assert client.get("/games/1234567/continue/").status_code == 404


# The fork's page and its parent's


def test_a_fork_says_where_it_left_its_parent(client, game, user):
    started(client, game)
    ForkWorkerLoop("worker").run(seconds=60)
    fork = Game.objects.get(parent=game)
    page = page_of(client, fork, step=12)

    assert page.count(f'href="/games/{game.pk}/?step=40"') == 3
    assert f'The fork left <a href="/games/{game.pk}/?step=40">game {game.pk}</a> here' in page
    assert 'class="left"' in page
    assert re.search(r'class="shared"', page)
    assert "everyone could know" not in page
    assert button(page) == f"/games/{fork.pk}/continue/?step=12"


def test_a_fork_from_a_seed_that_was_shown_says_that_everyone_could_know(client, game, user):
    started(client, game, seed="same")

    assert "everyone could know" in page_of(client, Game.objects.get(parent=game))


def test_a_parent_lists_its_forks(client, game, user):
    for step in (10, 40):
        started(client, game, step=step)
    ForkWorkerLoop("worker").run(seconds=60)
    page = page_of(client, game)
    section = page[page.index('id="forks"') :]
    newest, older = Game.objects.filter(parent=game).order_by("-pk")

    assert re.findall(r'<th scope="row"><a href="/games/(\d+)/"', section) == [str(newest.pk), str(older.pk)]
    assert re.findall(r'<a href="\?step=(\d+)">', section)[:2] == ["40", "10"]
    assert section.count("finished") >= 2
    assert 'href="#forks"' in page


def test_a_game_without_forks_has_no_list_of_them(client, game):
    assert 'id="forks"' not in page_of(client, game)


def test_lists_of_games_say_of_what_a_game_is_a_fork(client, game, user):
    started(client, game)
    page = client.get(reverse("games")).content.decode()

    assert f'fork of <a href="/games/{game.pk}/?step=40">{game.pk}</a>, step 40' in page


def test_a_fork_of_a_game_with_hidden_chips_is_shown_without_what_was_peeked_at(client, bots):
    parent = scheduled(seed=kept_seed(3))
    stored(parent, played(parent, Laid(secret_number(3), chips_of(3))))
    peek = next(event for event in logged_events(parent.pk) if event.kind == "chips_peeked")
    table = [bots[1]] * parent.seats
    fork = fork_create(parent_id=parent.pk, step=peek.seq, bots=table, seed=ForkSeed.NEW)
    before = page_of(client, fork, step=peek.seq)
    ForkWorkerLoop("worker").run(seconds=60)
    after = page_of(client, Game.objects.get(pk=fork.pk), step=peek.seq + 1)

    assert "A fork: up to step" in before
    assert "btn onward" not in before
    assert f'The fork left <a href="/games/{parent.pk}/?step={peek.seq}">' in after


# The drawings


def test_the_track_is_shaded_up_to_the_step():
    drawn = draw_track(story(line(1), line(2), line(3), line(4)), 1)

    assert '<rect x="0" y="1" width="25%" height="24" class="shared"/>' in drawn
    assert 'class="left"' in drawn
    assert 'class="left"' not in draw_track(story(line(1)))


def test_the_first_line_of_its_own_stands_under_a_heading():
    lines = write_lines(story(line(1), line(2), line(3)), ForkPoint(1, 7, "/games/7/?seat=1&step=1"))

    assert ["left" in text for text in lines] == [False, True, False]
    assert 'The fork left <a href="/games/7/?seat=1&amp;step=1">game 7</a> here' in lines[1]
    assert "<a " not in write_lines(story(line(1)), ForkPoint(0, None, ""))[0].split("</li>")[0]

"""Through a seat's eyes: once a game is over its viewer shows what a seat had seen; never before."""

import re

import pytest
from django.urls import reverse

from games.models import Game
from tests.games.factories import finished_game, kept_seed, secret_number
from tests.games.goldgraeber_games import Laid, chips_of, played, scheduled, stored

pytestmark = pytest.mark.django_db

NUMBER = 3
#: What a drawing says of a face-down chip that the viewer has seen.
SEEN = "face down at"


def tactical_game(*, events: int | None = None) -> Game:
    """Return a stored game in which seats peek: the first events, or all."""
    game = scheduled(seed=kept_seed(NUMBER))
    return stored(game, played(game, Laid(secret_number(NUMBER), chips_of(NUMBER)), events=events))


@pytest.fixture(scope="module")
def kept(kept_rows: None) -> Game:
    return tactical_game()


@pytest.fixture
def game(kept: Game) -> Game:
    """A finished game in which seats have peeked."""
    return Game.objects.get(pk=kept.pk)


def page_of(client, game: Game, **query: object) -> str:
    response = client.get(reverse("game", args=[game.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def frames_of(client, game: Game, **query: object) -> str:
    response = client.get(reverse("game_frames", args=[game.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def first_peek(game: Game) -> tuple[int, int]:
    """Return the step of the first peek and the seat that looked."""
    step = game.events.filter(kind="chips_peeked").order_by("seq").values_list("seq", flat=True)[0]
    return step, game.events.get(seq=step - 1).actor


def test_while_a_game_is_played_nobody_looks_through_a_seats_eyes(client):
    game = tactical_game(events=40)
    step, seat = first_peek(game)

    assert SEEN not in page_of(client, game, step=step, seat=seat)
    assert SEEN not in frames_of(client, game, **{"from": 0, "to": 40, "seat": seat})
    assert 'class="eyes"' not in page_of(client, game, step=step)


def test_when_a_game_is_over_a_seat_shows_what_it_had_seen(client, game):
    step, seat = first_peek(game)

    assert SEEN in page_of(client, game, step=step, seat=seat)
    assert SEEN in frames_of(client, game, **{"from": step, "to": step, "seat": seat})
    assert SEEN not in page_of(client, game, step=step)
    assert SEEN not in page_of(client, game, step=step, seat=(seat + 1) % 3)


def test_whose_eyes_one_looks_through_is_marked_and_goes_along_from_step_to_step(client, game):
    page = page_of(client, game, step=20, seat=1)

    links = re.findall(r'<a href="(\?[^"]*)"( aria-current="true")?>', page)
    assert links[0] == ("?step=20", "")
    assert links[2] == ("?seat=1&amp;step=20", ' aria-current="true"')
    assert 'href="?seat=1&amp;step=19"' in page
    assert 'href="?step=19"' not in page
    assert f'data-frames="{reverse("game_frames", args=[game.pk])}?seat=1"' in page
    assert '<input type="hidden" name="seat" value="1">' in page


@pytest.mark.parametrize("seat", ["3", "nonsense", "-1", ""])
def test_a_seat_that_there_is_not_counts_as_none(client, seat, game):
    assert page_of(client, game, step=20, seat=seat) == page_of(client, game, step=20)


def test_a_game_in_which_everybody_sees_everything_offers_no_eyes(client):
    assert 'class="eyes"' not in page_of(client, finished_game())


def test_the_facts_say_what_of_the_components_is_a_reconstruction(client, game):
    page = page_of(client, game)

    assert "A reconstruction: the picture of the original board is not available." in page
    assert "2026-1, a reconstruction" in page


def test_a_page_brings_the_look_of_its_game_and_its_board_once(client, game):
    page = page_of(client, game, step=5)

    assert "css/goldgraeber.css" in page
    assert page.count('<g id="ground">') == 1
    assert "css/goldgraeber.css" not in page_of(client, finished_game())

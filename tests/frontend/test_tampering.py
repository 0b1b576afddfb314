"""
A byte changed in the database past the triggers, after the game was found exact and looked at: the API and the page
name the step and show nothing from it on.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import Game, GameSeed, Seat
from games.verification import verify_game
from tests.games.factories import finished_game, secret_number
from tests.games.tampering import (
    change_event,
    change_game,
    flip_bit,
    remove_events,
    step_of,
    triggers_disabled,
)

pytestmark = pytest.mark.django_db

STEP = 30


@pytest.fixture(scope="module")
def kept(kept_rows: None) -> Game:
    game = finished_game()
    assert verify_game(game.pk).is_good
    return game


@pytest.fixture
def game(kept: Game) -> Game:
    """A finished game that was found exact."""
    return Game.objects.get(pk=kept.pk)


def executed(statement: str, *values: Any) -> None:
    with triggers_disabled(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def payload(game: Game) -> int:
    step = step_of(game, first=STEP, kind="plot_chosen")
    change_event(game.pk, step, "payload", "translate(payload, '0123456', '1234560')")
    return step


def kind(game: Game) -> int:
    change_event(game.pk, STEP, "kind", "overlay(kind placing 'x' from 3 for 1)")
    return STEP


def actor(game: Game) -> int:
    step = step_of(game, first=STEP, kind="plot_chosen")
    change_event(game.pk, step, "actor", "1 - actor")
    return step


def chain(game: Game) -> int:
    flip_bit(game.pk, STEP, "chain")
    return STEP


def digest(game: Game) -> int:
    step = step_of(game, first=STEP, digest__isnull=False)
    flip_bit(game.pk, step, "digest")
    return step


def chance(game: Game) -> int:
    step = step_of(game, first=STEP, kind="column_dealt")
    change_event(game.pk, step, "payload", "translate(payload, '12', '21')")
    return step


def deleted(game: Game) -> int:
    executed("DELETE FROM games_event WHERE game_id = %s AND seq = %s", game.pk, STEP)
    return STEP


def swapped(game: Game) -> int:
    swap = "UPDATE games_event SET seq = %s WHERE game_id = %s AND seq = %s"
    for after, before in ((-1, STEP), (STEP, STEP + 1), (STEP + 1, -1)):
        executed(swap, after, game.pk, before)
    return STEP


def doubled(game: Game) -> int:
    executed(
        "INSERT INTO games_event (game_id, seq, actor, kind, payload, chain, digest) SELECT game_id, %s, actor, kind, "
        "payload, chain, digest FROM games_event WHERE game_id = %s AND seq = %s",
        game.head_seq + 1,
        game.pk,
        game.head_seq,
    )
    return game.head_seq + 1


def cut_short(game: Game) -> int:
    remove_events(game.pk, game.head_seq - 2)
    return game.head_seq - 2


def score(game: Game) -> int:
    Seat.objects.filter(game=game, number=1).update(score=999)
    return game.head_seq


def place(game: Game) -> int:
    Seat.objects.filter(game=game, number=1).update(place=7)
    return game.head_seq


def head(game: Game) -> int:
    executed("UPDATE games_game SET head_hash = set_byte(head_hash, 0, 0) WHERE id = %s", game.pk)
    return game.head_seq


def player(game: Game) -> int:
    Seat.objects.filter(game=game, number=0).update(player="zoe")
    return 0


def options(game: Game) -> int:
    change_game(game.pk, "options", '{"mode":"bass"}')
    return 0


def commitment(game: Game) -> int:
    change_game(game.pk, "commitment", "0" * 64)
    return 0


def seed(game: Game) -> int:
    GameSeed.objects.filter(games=game).update(secret=secret_number(999))
    return 0


TAMPERINGS = [
    *(payload, kind, actor, chain, digest, chance, deleted, swapped, doubled, cut_short),
    *(score, place, head, player, options, commitment, seed),
]


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.__name__)
def test_a_change_is_found_and_nothing_from_its_step_on_is_shown(
    tampering: Callable[[Game], int], game: Game, client: Client
):
    address, api = f"/games/{game.pk}/", f"/api/v1/games/{game.pk}/"
    assert "diverges" not in client.get(address).content.decode()

    step = tampering(game)

    page = client.get(address).content.decode()
    assert f"The log diverges at step {step}" in page
    assert f"Diverged at step {step}" in page
    last = max(step - 1, 0)
    assert f'data-last="{last}"' in page
    assert all(f'href="?step={beyond}"' not in page for beyond in range(step, game.head_seq + 2) if beyond)
    frames = client.get(f"{address}frames/?from={max(step - 5, 0)}&to={step + 10}").json()["frames"]
    assert all(frame["step"] < step for frame in frames)
    assert bool(frames) is (step > 0)
    returned = client.get(f"{api}frames/?first={max(step - 5, 0)}&last={step + 10}").json()
    assert returned["diverged"]["step"] == step
    assert all(frame["step"] < step for frame in returned["frames"])
    verdict = client.get(f"{api}verify/").json()
    assert (verdict["status"], verdict["step"]) == ("diverged", step)
    assert verdict["code"] == returned["diverged"]["code"]
    game.refresh_from_db()
    assert (game.verdict, game.verdict_step) == ("diverged", step)


def test_asking_for_the_verdict_alone_finds_a_change_and_corrects_what_was_kept(game: Game, client: Client):
    step = payload(game)

    returned = client.get(f"/api/v1/games/{game.pk}/verify/").json()

    assert (returned["status"], returned["step"]) == ("diverged", step)
    assert client.get(f"/api/v1/games/{game.pk}/").json()["verdict"]["status"] == "diverged"


def test_results_of_a_game_that_diverges_are_not_shown_as_true(game: Game, client: Client):
    Seat.objects.filter(game=game, number=1).update(score=4321)

    page = client.get(f"/games/{game.pk}/").content.decode()

    assert "4321" not in page


def test_a_game_that_is_mended_is_exact_again(game: Game, client: Client):
    kept = game.events.get(seq=STEP).payload
    change_event(game.pk, STEP, "payload", "'{}'")
    assert client.get(f"/api/v1/games/{game.pk}/verify/").json()["status"] == "diverged"

    change_event(game.pk, STEP, "payload", "%s", kept)

    assert client.get(f"/api/v1/games/{game.pk}/verify/").json()["status"] == "exact"
    assert "diverges" not in client.get(f"/games/{game.pk}/").content.decode()

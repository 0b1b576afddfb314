"""Seeds on the pages: the commitment from the start, the check once the seed is published, no trace of it before."""

from typing import Any

import pytest
from django.test import Client

from engine.core import commitment
from games.event_store import Appending, chunk_append, game_void
from games.models import Game
from tests.games.factories import (
    finished_game,
    kept_seed,
    log_of,
    running_game,
    scheduled_game,
    scheduled_games,
    secret_number,
)

pytestmark = pytest.mark.django_db

SECRET = secret_number(77)


def page_of(client: Client, game: Game) -> str:
    return client.get(f"/games/{game.pk}/").content.decode()


def everything(client: Client, game: Game) -> bytes:
    """Return all that pages and files tell of a game."""
    addresses = [
        *(f"/games/{game.pk}/{road}" for road in ("", "?step=5", "?seat=1", "frames/?from=0&to=49")),
        *("/", "/running/", "/games/", "/tournaments/", "/bots/", "/how-a-game-is-checked/"),
    ]
    answers = [client.get(address) for address in addresses]
    record: Any = client.get(f"/games/{game.pk}/record.jsonl")
    return b"".join([*(answer.content for answer in answers), *record.streaming_content])


def tells_the_seed(content: bytes) -> bool:
    forms = (SECRET.hex().encode(), SECRET.hex().upper().encode(), SECRET, str(list(SECRET)).encode())
    return any(form in content for form in forms)


def test_a_published_seed_is_hashed_and_can_be_checked(client):
    page = page_of(client, game := finished_game(seed=kept_seed(77)))

    assert page.count(commitment(SECRET)) >= 3  # committed to, hashed by the server, given to the browser
    assert f'data-seed="{SECRET.hex()}"' in page
    assert "It is the commitment" in page
    assert f"curl -s http://testserver/games/{game.pk}/record.jsonl | python -m engine.verify -" in page


@pytest.mark.parametrize("make", [scheduled_game, lambda seed: running_game(20, seed=seed)])
def test_the_seed_of_an_unfinished_game_is_nowhere(make, client):
    game = make(seed=kept_seed(77))

    page = page_of(client, game)

    assert game.commitment in page
    assert "secret until every game dealt from it is over" in page
    assert "data-seedcheck" not in page
    assert not tells_the_seed(everything(client, game))


def test_a_game_says_how_many_others_keep_its_seed_secret(client):
    done, *others = scheduled_games(3, seed=kept_seed(77))
    chunk_append(chunk=[Appending(done.pk, 0, log_of(done))])

    assert "secret: 2 other games dealt from it are not over yet" in page_of(client, done)
    assert not tells_the_seed(everything(client, done))

    for other in others:
        game_void(game_id=other.pk, reason="a test")

    assert "It is the commitment" in page_of(client, done)
    assert tells_the_seed(everything(client, done))


def test_a_game_without_a_commitment_says_so(client):
    game = scheduled_game()
    chunk_append(chunk=[Appending(game.pk, 0, log_of(game))])

    page = page_of(client, game)

    assert "none: this game has no seed commitment" in page
    assert "Without the seed, it cannot prove" in page

"""
The admin of live games: who sits where, clocks and what is due; nothing secret, nothing to edit, and a way to void.
"""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.event_store import game_secrets
from games.live import live_resign
from games.models import Game, GameStatus, LiveGame
from games.queries import logged_events
from tests.games.live_games import (
    CLOCKED,
    GOLDGRAEBER,
    acted,
    between,
    opened,
    time_passes,
    turn_in,
    user_of,
)

pytestmark = pytest.mark.django_db

LIST = "games_livegame_changelist"
PAGE = "games_livegame_change"


def page(client: Client, name: str, *args: object, **query: Any) -> str:
    response = client.get(reverse(f"admin:{name}", args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def void(client: Client, *games: Game) -> str:
    """Void games by the action; return the page that follows."""
    form = {"action": "void", "_selected_action": [game.pk for game in games]}
    return client.post(reverse(f"admin:{LIST}"), form, follow=True).content.decode()


def status(game: Game) -> str:
    return Game.objects.get(pk=game.pk).status


@pytest.fixture
def staff(client: Client) -> Client:
    """A client that may look at live games, and do no more."""
    user = User.objects.create_user("sue", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_livegame"))
    client.force_login(user)
    return client


def test_an_open_game_shows_who_has_joined(admin_client: Client):
    game = opened("ann", None, clock=CLOCKED)
    shown = page(admin_client, PAGE, game.pk)

    assert "ann, (open)" in shown
    assert "10 s per decision, 60 s in the bank, 2 s added after each decision" in shown
    assert "(open)" in page(admin_client, LIST)


def test_a_running_game_shows_its_clocks_the_seat_due_and_its_deadline(admin_client: Client):
    game = between("ann", "ben", clock=CLOCKED)
    first = turn_in(game)
    time_passes(game, 30)
    acted(first)
    turn = turn_in(game)
    shown = page(admin_client, PAGE, game.pk)

    assert f"seat {turn.seat}, {turn.bot}" in shown
    assert f"seat {first.seat}: 4" in shown
    assert f"seat {turn.seat}: 60 s" in shown
    assert f"{LiveGame.objects.get(pk=game.pk).deadline:%H:%M}" in shown or "deadline" in shown.lower()
    assert f'href="{game.get_absolute_url()}"' in shown
    assert f'href="{reverse("admin:games_game_change", args=[game.pk])}"' in shown


def test_games_are_found_by_what_they_wait_for(admin_client: Client):
    waiting, late, running = opened("ann", None), between("ann", "ben", clock=CLOCKED), between("ann", "ben")
    owing = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    while LiveGame.objects.get(pk=owing.pk).due_seat is not None:
        acted(turn_in(owing))
    over = between("ann", "ben")
    live_resign(game_id=over.pk, user_id=user_of("ben").pk)
    time_passes(late, 99)

    def found(**query: str) -> set[int]:
        text = page(admin_client, LIST, **query)
        return {
            game.pk
            for game in (waiting, late, running, owing, over)
            if reverse(f"admin:{PAGE}", args=[game.pk]) in text
        }

    assert found(awaits="players") == {waiting.pk}
    assert found(awaits="bot") == {late.pk, running.pk}
    assert found(awaits="late") == {late.pk}
    assert found(awaits="worker") == {owing.pk}
    assert found(awaits="nobody") == {over.pk}
    assert found(awaits="nonsense") == found() == {waiting.pk, late.pk, running.pk, owing.pk, over.pk}
    assert found(q="prospector") == {owing.pk}
    assert found(q=str(late.pk)) == {late.pk}


def test_nothing_secret_is_shown(admin_client: Client):
    game = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    secret = game_secrets([game.pk])[game.pk]

    for shown in (page(admin_client, LIST), page(admin_client, PAGE, game.pk)):
        assert bytes(secret).hex() not in shown.lower()
        assert repr(bytes(secret))[2:-1] not in shown
        assert "secret" not in shown.lower()
        for event in logged_events(game.pk):
            assert event.payload == "{}" or event.payload not in shown


def test_a_superuser_cannot_add_change_or_delete_one(admin_client: Client):
    game = between("ann", "ben")

    added = admin_client.post(reverse("admin:games_livegame_add"), {})
    changed = admin_client.post(reverse(f"admin:{PAGE}", args=[game.pk]), {"deadline_0": "2030-01-01"})
    deleted = admin_client.post(reverse("admin:games_livegame_delete", args=[game.pk]), {"post": "yes"})

    assert [added.status_code, changed.status_code, deleted.status_code] == [403, 403, 403]
    assert 'name="_save"' not in page(admin_client, PAGE, game.pk)


def test_open_and_running_games_are_voided_and_others_left(admin_client: Client):
    waiting, running, over = opened("ann", None), between("ann", "ben"), between("ann", "ben")
    live_resign(game_id=over.pk, user_id=user_of("ben").pk)

    said = void(admin_client, waiting, running, over)

    assert "2 games were voided." in said
    assert "1 game was already over, so it was not voided." in said
    assert [status(game) for game in (waiting, running, over)] == [
        GameStatus.VOIDED,
        GameStatus.VOIDED,
        GameStatus.FINISHED,
    ]
    assert logged_events(running.pk)[-1].payload == '{"reason":"voided by an administrator"}'
    assert not LiveGame.objects.filter(due_seat__isnull=False).exists()
    assert not LiveGame.objects.filter(expires_at__isnull=False).exists()


def test_staff_with_view_permission_cannot_void(staff: Client):
    game = opened("ann", None)

    assert 'value="void"' not in page(staff, LIST)
    void(staff, game)

    assert status(game) == GameStatus.SCHEDULED


def test_the_list_costs_the_same_for_one_game_and_for_many(admin_client: Client):
    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(admin_client, LIST)
        return len(queries)

    between("ann", "ben")
    few = statements()
    for _ in range(4):
        between("ann", "ben")
        opened("ann", None)

    assert statements() == few
    assert few <= 9


def test_a_page_costs_few_statements(admin_client: Client, django_assert_max_num_queries: Any):
    game = between("ann", "ben")

    with django_assert_max_num_queries(6):
        page(admin_client, PAGE, game.pk)

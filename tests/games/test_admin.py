"""Admin of games: read-only, without secrets of seeds."""

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.urls import NoReverseMatch, reverse

from frontend.presenters import format_moment
from games.models import Bot, Event, Game, GameSeed, GameVerdict
from games.queries import logged_events
from tests.games.factories import (
    BotFactory,
    finished_game,
    kept_seed,
    running_game,
    scheduled_game,
    secret_number,
)
from tests.games.tampering import change_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def superuser(client):
    user = get_user_model().objects.create_superuser("boss", "boss@example.org", "secret")
    client.force_login(user)
    return client


def page(client, name: str, *args: object, **query: object) -> str:
    response = client.get(reverse(f"admin:{name}", args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_shows_players_verdict_and_viewer(superuser):
    game = finished_game()

    text = page(superuser, "games_game_changelist")

    assert "ann, ben" in text
    assert "not verified" in text
    assert f'href="{reverse("game", args=[game.pk])}"' in text


def test_the_list_takes_the_same_statements_for_one_game_and_for_many(
    superuser, django_assert_max_num_queries
):
    for _ in range(6):
        scheduled_game()

    with django_assert_max_num_queries(8):
        page(superuser, "games_game_changelist")


@pytest.mark.parametrize(
    "query",
    [
        {"status__exact": "finished"},
        {"verdict__exact": "unverified"},
        {"ruleset": "moon-river@1"},
        {"origin__exact": "tournament"},
        {"q": "ben"},
    ],
)
def test_the_list_can_be_searched_and_filtered(superuser, query):
    game = finished_game()

    assert reverse("admin:games_game_change", args=[game.pk]) in page(
        superuser, "games_game_changelist", **query
    )


def test_a_game_shows_its_seats_log_and_viewer(superuser):
    game = finished_game()

    text = page(superuser, "games_game_change", game.pk)

    log = logged_events(game.pk)
    assert f"events 1 to 100 of {game.head_seq}" in text
    assert log[0].chain.hex()[:16] in text
    assert log[100].chain.hex()[:16] not in text
    assert game.get_absolute_url() in text


def test_times_have_the_format_of_the_pages(superuser):
    game = finished_game()

    text = page(superuser, "games_game_change", game.pk)

    assert format_moment(game.finished_at) in text


def test_the_log_has_pages(superuser):
    game = finished_game()

    second = page(superuser, "games_game_change", game.pk, log=2)
    beyond = page(superuser, "games_game_change", game.pk, log=99)
    nonsense = page(superuser, "games_game_change", game.pk, log="x")

    assert "events 101 to" in second
    assert f"to {game.head_seq} of {game.head_seq}" in beyond
    assert "events 1 to" in nonsense


def test_the_number_of_statements_of_a_page_does_not_grow_with_the_log(
    superuser, django_assert_max_num_queries
):
    game = finished_game(seats=4)

    with django_assert_max_num_queries(14):
        page(superuser, "games_game_change", game.pk)


def test_a_game_without_events_has_a_page_too(superuser):
    assert "Log: events" not in page(superuser, "games_game_change", scheduled_game().pk)


def test_an_unknown_game_is_not_an_error(superuser):
    assert superuser.get(reverse("admin:games_game_change", args=[404])).status_code == 302
    assert superuser.get("/admin/games/game/x/change/").status_code == 302


def test_verify_now_stores_and_reports_verdicts(superuser):
    good, bad = finished_game(), finished_game()
    change_event(bad.pk, 3, "payload", "'{}'")

    response = superuser.post(
        reverse("admin:games_game_changelist"),
        {"action": "verify_now", "_selected_action": [good.pk, bad.pk]},
        follow=True,
    )

    text = response.content.decode()
    assert f"Game {bad.pk} diverged at step 3" in text
    assert "1 game was verified without a divergence" in text
    good.refresh_from_db()
    assert good.verdict == GameVerdict.EXACT
    assert "diverged at step 3" in page(superuser, "games_game_changelist")


def test_a_superuser_cannot_add_change_or_delete_a_game(superuser):
    game = finished_game()

    added = superuser.post(reverse("admin:games_game_add"), {})
    changed = superuser.post(reverse("admin:games_game_change", args=[game.pk]), {"status": "voided"})
    deleted = superuser.post(reverse("admin:games_game_delete", args=[game.pk]), {"post": "yes"})
    chosen = superuser.post(
        reverse("admin:games_game_changelist"),
        {"action": "delete_selected", "_selected_action": [game.pk], "post": "yes"},
    )

    assert [added.status_code, changed.status_code, deleted.status_code] == [403, 403, 403]
    assert chosen.status_code in (200, 302, 403)
    assert Game.objects.get().status == "finished"


def test_events_have_neither_an_admin_nor_a_form(superuser):
    game = finished_game()

    text = page(superuser, "games_game_change", game.pk)

    assert not admin.site.is_registered(Event)
    with pytest.raises(NoReverseMatch):
        reverse("admin:games_event_changelist")
    assert "<textarea" not in text
    assert 'name="_save"' not in text


def test_posting_events_through_a_game_s_page_changes_nothing(superuser):
    game = finished_game()
    before = logged_events(game.pk)

    response = superuser.post(
        reverse("admin:games_game_change", args=[game.pk]),
        {
            "events-TOTAL_FORMS": "1",
            "events-INITIAL_FORMS": "1",
            "events-0-seq": "1",
            "events-0-payload": "{}",
            "_save": "Save",
        },
    )

    assert response.status_code == 403
    assert logged_events(game.pk) == before


def test_no_admin_page_shows_a_seed(superuser):
    seed = kept_seed(1)
    game = running_game(10, seed=seed)
    over = finished_game(seed=kept_seed(2))

    texts = [
        page(superuser, "games_gameseed_changelist"),
        page(superuser, "games_gameseed_changelist", q=seed.commitment),
        page(superuser, "games_gameseed_change", seed.pk),
        page(superuser, "games_gameseed_change", over.seed_id),
        page(superuser, "games_game_changelist"),
        page(superuser, "games_game_change", game.pk),
    ]

    for text in texts:
        for number in (1, 2):
            secret = secret_number(number)
            assert secret.hex() not in text.lower()
            assert repr(secret)[2:-1] not in text
    assert seed.commitment in texts[0]


def test_a_superuser_cannot_change_a_seed(superuser):
    seed = kept_seed(1)

    changed = superuser.post(
        reverse("admin:games_gameseed_change", args=[seed.pk]), {"secret": "x", "revealed_at_0": "2026-01-01"}
    )

    assert changed.status_code == 403
    assert GameSeed.objects.get().revealed_at is None


def test_a_bot_can_be_added_and_keeps_its_name(superuser):
    form = {"name": "lucky", "title": "Lucky", "transport": "http", "rulesets": "[]", "parameters": "{}"}
    superuser.post(reverse("admin:games_bot_add"), form)
    bot = Bot.objects.get(name="lucky")

    superuser.post(
        reverse("admin:games_bot_change", args=[bot.pk]), form | {"name": "other", "title": "Luckier"}
    )

    bot.refresh_from_db()
    assert (bot.name, bot.title) == ("lucky", "Luckier")


def test_a_bot_that_has_played_cannot_be_deleted(superuser):
    bots = [BotFactory.create(), BotFactory.create()]
    finished_game(bots=bots)

    superuser.post(reverse("admin:games_bot_delete", args=[bots[0].pk]), {"post": "yes"})

    assert Bot.objects.filter(pk=bots[0].pk).exists()

"""Verification: stored games are replayed with every check, and every change is found with its step."""

import pytest
from django.db import connection

from engine.core import EngineError, ForfeitReason, VerdictStatus
from games.errors import UnknownGame
from games.event_store import Appending, chunk_append, game_header, game_void, games_start
from games.models import Game, GameSeed, GameVerdict, Seat
from games.queries import logged_events
from games.verification import game_frames, verify_game
from games.verification.replay import GAME_CODES, resume_game
from tests.games.factories import (
    finished_game,
    kept_seed,
    log_of,
    played_log,
    running_game,
    scheduled_game,
    secret_number,
)
from tests.games.tampering import change_event, change_game, flip_bit, remove_events, step_of

pytestmark = pytest.mark.django_db

STEP = 30


def found(game: Game) -> tuple[int | None, str | None]:
    """Return the step and code of a diverged game, after checking that the verdict is stored and no frame is shown."""
    verdict = verify_game(game.pk)
    assert verdict.status is VerdictStatus.DIVERGED
    game.refresh_from_db()
    assert (game.verdict, game.verdict_step, game.verdict_code) == ("diverged", verdict.step, verdict.code)
    return verdict.step, verdict.code


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_dealt_from_its_seed_is_exact(seats):
    game = finished_game(seats=seats)

    verdict = verify_game(game.pk)

    assert verdict.status is VerdictStatus.EXACT
    assert verdict.events == game.head_seq
    game.refresh_from_db()
    assert game.verdict == GameVerdict.EXACT
    assert game.verified_at is not None


def test_a_game_without_a_seed_is_exact_but_its_chance_unproven():
    game = scheduled_game()
    chunk_append(chunk=[Appending(game.pk, 0, log_of(game))])

    assert verify_game(game.pk).status is VerdictStatus.CHANCE_UNPROVEN


@pytest.mark.parametrize("make", [scheduled_game, lambda: running_game(40)])
def test_an_unfinished_game_is_verified(make):
    game = make()

    assert verify_game(game.pk).is_good


def test_a_started_game_without_events_is_verified():
    game = scheduled_game()
    games_start(game_ids=[game.pk])

    assert verify_game(game.pk).is_good


def test_forfeited_and_voided_games_are_verified():
    forfeited = finished_game(forfeit=ForfeitReason.CRASH)
    voided = finished_game()
    game_void(game_id=voided.pk, reason="wrong bot")

    assert verify_game(forfeited.pk).is_good
    assert verify_game(voided.pk).is_good


@pytest.mark.parametrize(
    ("column", "expression"),
    [
        ("game_id", "game_id + 1000000"),
        ("seq", "seq + 1000"),
        ("actor", "-1"),
        ("actor", "actor + 1"),
        ("actor", "-3"),
        ("kind", "'plot_choseN'"),
        ("kind", "kind || ' '"),
        ("payload", "overlay(payload placing '9' from length(payload) - 1)"),
        ("payload", "payload || ' '"),
        ("payload", "''"),
        ("payload", "'[]'"),
        ("payload", "'{\"a\":1e999}'"),
        ("chain", "set_byte(chain, 0, get_byte(chain, 0) # 1)"),
        ("chain", "set_byte(chain, 31, get_byte(chain, 31) # 128)"),
        ("chain", "''"),
        ("digest", "CASE WHEN digest IS NULL THEN decode(repeat('00', 32), 'hex') END"),
    ],
)
def test_a_change_in_any_column_of_an_event_is_found_with_its_step(column, expression):
    game = finished_game()
    step = step_of(game, first=STEP, actor__gte=0)

    change_event(game.pk, step, column, expression)

    assert found(game)[0] == step
    frames = game_frames(game.pk, 1, game.head_seq)
    assert (len(frames.frames), frames.stopped_at) == (step - 1, step)


def test_one_changed_bit_of_a_digest_is_found():
    game = finished_game()
    step = step_of(game, first=STEP, digest__isnull=False)

    flip_bit(game.pk, step, "digest")

    assert found(game) == (step, "digest_mismatch")


def test_a_changed_first_and_last_event_are_found():
    first, last = finished_game(), finished_game()
    change_event(first.pk, 1, "payload", "replace(payload, 'farmer', 'trapper')")
    change_event(last.pk, last.head_seq, "payload", "replace(payload, '\"place\":1', '\"place\":2')")

    assert found(first)[0] == 1
    assert found(last) == (last.head_seq, "wrong_result")


def test_chance_events_that_differ_from_the_seed_are_found_even_if_all_hashes_fit():
    game = scheduled_game(seed=kept_seed(1))
    log = played_log(2, ("ann", "ben"), secret_number(1), dealt_from=secret_number(2))
    chunk_append(chunk=[Appending(game.pk, 0, log)])

    assert found(game) == (1, "chance_differs")


def test_a_seed_with_another_commitment_is_found_at_step_0():
    game = finished_game(seed=kept_seed(1))
    GameSeed.objects.update(secret=secret_number(2))

    assert found(game) == (0, "seed_mismatch")
    frames = game_frames(game.pk, 1, 5)
    assert (frames.header, frames.frames, frames.stopped_at) == (None, (), 0)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("ruleset", "moon-river@99"),
        ("components", "1999-1"),
        ("seats", 3),
        ("options", '{"mode":"legends"}'),
        ("options", "{"),
        ("options", "[]"),
        ("commitment", "0" * 64),
        ("header_hash", bytes(32)),
    ],
)
def test_a_changed_header_is_found_at_step_0(column, value):
    game = finished_game()

    change_game(game.pk, column, value)

    assert found(game) == (0, "header_mismatch")
    assert game_frames(game.pk, 1, 5).stopped_at == 0


def test_a_header_changed_with_its_hash_is_found_at_the_first_event():
    game, other = finished_game(seats=2), scheduled_game(seats=2, seed=kept_seed(9))
    Seat.objects.filter(game=game, number=0).update(player="zoe")
    Seat.objects.filter(game=other, number=0).update(player="zoe")

    change_game(game.pk, "header_hash", game_header(Game.objects.get(pk=game.pk)).h0())

    assert found(game) == (1, "chain_mismatch")


def test_a_changed_player_is_found_at_step_0():
    game = finished_game()
    Seat.objects.filter(game=game, number=0).update(player="zoe")

    assert found(game) == (0, "header_mismatch")


def test_a_removed_seat_is_found_at_step_0():
    game = finished_game()
    Seat.objects.filter(game=game, number=1).delete()

    assert found(game) == (0, "header_mismatch")


def test_a_truncated_log_is_found_at_its_end():
    game = finished_game()
    remove_events(game.pk, game.head_seq - 3)

    assert found(game) == (game.head_seq - 3, "events_missing")
    frames = game_frames(game.pk, 1, game.head_seq)
    assert (frames.stopped_at, frames.code) == (game.head_seq - 3, "events_missing")


def test_a_truncated_log_with_a_changed_head_number_is_found():
    game = finished_game()
    last = game.head_seq - 1
    remove_events(game.pk, game.head_seq)
    change_game(game.pk, "head_seq", last)

    assert found(game) == (last, "head_mismatch")


def test_events_beyond_the_head_are_found():
    game = finished_game()
    last = logged_events(game.pk)[-2]
    change_game(game.pk, "head_seq", last.seq)
    change_game(game.pk, "head_hash", last.chain)

    assert found(game) == (last.seq + 1, "events_beyond_head")


def test_a_head_that_is_not_the_last_hash_is_found():
    game = finished_game()
    change_game(game.pk, "head_hash", bytes(32))

    assert found(game) == (game.head_seq, "head_mismatch")


def test_a_status_that_differs_from_the_log_is_found():
    game = running_game(20)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game SET status = 'finished', finished_at = now() WHERE id = %s", [game.pk]
        )

    assert found(game) == (20, "status_mismatch")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("score", 999),
        ("place", 7),
        ("parts", {"territories": 1}),
        ("ties", [1, 2]),
        ("forfeit", "crash"),
    ],
)
def test_a_changed_result_of_a_seat_is_found(field, value):
    game = finished_game()
    Seat.objects.filter(game=game, number=1).update(**{field: value})

    verdict = verify_game(game.pk)

    assert (verdict.step, verdict.code) == (game.head_seq, "result_mismatch")
    assert (verdict.details["seat"], verdict.details["field"]) == (1, field)


def test_a_changed_termination_is_found():
    game = finished_game()
    change_game(game.pk, "termination", "abandoned")

    assert found(game) == (game.head_seq, "result_mismatch")


def test_a_repaired_game_is_exact_again():
    game = finished_game()
    payload = logged_events(game.pk)[STEP - 1].payload
    change_event(game.pk, STEP, "payload", "'{}'")
    assert verify_game(game.pk).status is VerdictStatus.DIVERGED

    change_event(game.pk, STEP, "payload", "%s", payload)

    assert verify_game(game.pk).status is VerdictStatus.EXACT
    game.refresh_from_db()
    assert (game.verdict_step, game.verdict_code) == (None, "")


def test_the_verdict_of_an_unfinished_game_does_not_reveal_what_the_seed_determines():
    game = running_game(20)
    change_event(game.pk, 2, "payload", "'{\"plots\":[1,2,3,4]}'")

    verdict = verify_game(game.pk)

    assert (verdict.step, verdict.code) == (2, "chance_differs")
    assert verdict.details == {}


def test_a_diverged_game_cannot_be_continued():
    game = running_game(20)
    change_event(game.pk, 20, "payload", "payload || ' '")

    with pytest.raises(EngineError):
        resume_game(game.pk)


def test_an_unknown_game_is_an_error():
    for look in (verify_game, resume_game, lambda game_id: game_frames(game_id, 1, 2)):
        with pytest.raises(UnknownGame):
            look(404)


def test_verifying_takes_few_statements(django_assert_max_num_queries):
    game = finished_game(seats=4)

    with django_assert_max_num_queries(7):
        verify_game(game.pk)


def test_every_code_has_a_sentence():
    assert all(text.endswith(".") for text in GAME_CODES.values())

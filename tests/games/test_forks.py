"""Forks: what is stored, what is refused, and what stays secret."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from engine.core import (
    Chance,
    ForfeitReason,
    LoggedEvent,
    VerdictStatus,
    parse_record,
    verify_record,
    write_record,
)
from engine.testing.driving import make_driver
from games.errors import ForkRefused, SeedIsSecret, UnknownGame
from games.event_store import (
    PlannedSeat,
    game_fingerprint,
    game_header,
    game_secrets,
    game_void,
    seed_disclose,
    seed_is_public,
)
from games.forks import ForkSeed, fork_start, forks_list
from games.import_export import game_import
from games.import_export.archives import archive_batch
from games.models import Event, Game, GameOrigin, GameSeed, GameStatus, GameVerdict
from games.queries import game_events, game_get, game_public_seed, game_record_lines, logged_events
from games.verification import game_frames, verify_game
from games.verification.replay import resume_game
from tests.games.factories import (
    finished_game,
    game_append,
    kept_seed,
    log_of,
    running_game,
    scheduled_game,
    secret_number,
)
from tests.games.goldgraeber_games import Laid, chips_of, played, scheduled, stored
from tests.games.tampering import change_event

pytestmark = pytest.mark.django_db

STEP = 40


def forked(parent: Game, step: int = STEP, seed: ForkSeed = ForkSeed.NEW, names: str = "xyz") -> Game:
    """Start a fork with players of those names."""
    seats = [PlannedSeat(name) for name in names[: parent.seats]]
    return fork_start(parent_id=parent.pk, step=step, seats=seats, seed=seed)


def ended(game: Game) -> Game:
    """Play a fork to its end, each seat at random."""
    seed = game_secrets([game.pk])[game.pk]
    play = resume_game(game.pk)
    chance = Chance(seed, is_redrawn=play.header.list_stretches()[-1].is_redrawn)
    start = play.seq
    driver = make_driver(play, lambda legal, rng: rng.choice(legal), seed=seed, deal=chance.outcome)
    driver.advance()
    game_append(game_id=game.pk, expected_seq=start, events=driver.collect().events)
    return game_get(game.pk)


def refusal(ask: Callable[[], object]) -> str:
    """Return the code of a refusal after checking that nothing was stored."""
    before = (Game.objects.count(), Event.objects.count(), GameSeed.objects.count())
    with pytest.raises(ForkRefused) as caught:
        ask()
    assert (Game.objects.count(), Event.objects.count(), GameSeed.objects.count()) == before
    return caught.value.code


def record_of(game: Game) -> bytes:
    return b"".join(game_record_lines(game.pk))


def test_a_fork_copies_the_parents_log_up_to_the_step_and_continues_from_its_base():
    parent = finished_game()
    game = forked(parent)

    assert logged_events(game.pk) == logged_events(parent.pk, last=STEP)
    assert (game.parent_id, game.parent_step, game.origin) == (parent.pk, STEP, GameOrigin.FORK)
    assert (game.status, game.head_seq) == (GameStatus.RUNNING, STEP)
    header = game_header(game)
    assert header.h0() == game_header(parent).h0()
    assert bytes(game.head_hash) == header.forks[0].hash_base(logged_events(parent.pk)[STEP - 1].chain)
    assert [seat.player for seat in game.seating.all()] == ["x", "y"]


def test_thinking_times_are_copied_from_the_parent():
    parent = scheduled_game(seed=kept_seed())
    log = log_of(parent)
    times = [None if event.actor < 0 else event.seq for event in log]
    game_append(game_id=parent.pk, expected_seq=0, events=log, thinking_ms=times)
    game = forked(parent)

    assert [line.thinking_ms for line in game_events(game.pk)] == times[:STEP]


def test_a_fork_before_the_first_event_is_scheduled():
    parent = finished_game()
    game = forked(parent, 0)

    assert (game.status, game.head_seq) == (GameStatus.SCHEDULED, 0)
    assert ended(game).status == GameStatus.FINISHED
    assert verify_game(game.pk).status is VerdictStatus.EXACT


@pytest.mark.parametrize("seed", list(ForkSeed))
@pytest.mark.parametrize("step", [1, STEP, -2])
def test_a_fork_is_verified_as_exact_from_rows_record_and_archive(step: int, seed: ForkSeed):
    parent = finished_game()
    at = step % parent.head_seq if step < 0 else step
    game = ended(forked(parent, at, seed))
    record = parse_record(record_of(game), with_forks=True)
    frames = game_frames(game.pk, max(at - 1, 1), at + 2)

    assert verify_game(game.pk).status is VerdictStatus.EXACT
    assert verify_record(record).status is VerdictStatus.EXACT
    assert record.trailer.head == bytes(game.head_hash)
    assert [frame.event.seq for frame in frames.frames] == list(range(max(at - 1, 1), at + 3))
    assert frames.stopped_at is None


def test_a_forks_log_is_verified_while_it_is_played():
    game = forked(finished_game())

    assert verify_game(game.pk).status is VerdictStatus.EXACT
    assert resume_game(game.pk).seq == STEP


def test_a_fork_of_a_fork_is_exact():
    first = ended(forked(finished_game()))
    second = ended(forked(first, STEP + 30, names="uvw"))
    record = parse_record(record_of(second), with_forks=True)

    assert [fork.step for fork in record.header.forks] == [STEP, STEP + 30]
    assert len(record.trailer.earlier) == 2
    assert verify_record(record).status is VerdictStatus.EXACT
    assert verify_game(second.pk).status is VerdictStatus.EXACT
    assert list(forks_list(first.pk)) == [second]


def test_a_fork_of_a_fork_before_its_step_continues_the_grandparents_log():
    first = ended(forked(finished_game()))
    second = forked(first, STEP - 10, names="uvw")

    assert second.parent_id == first.pk
    assert [fork.step for fork in game_header(second).forks] == [STEP - 10]
    assert verify_game(ended(second).pk).status is VerdictStatus.EXACT


def test_a_fork_of_a_fork_can_keep_its_seed():
    first = ended(forked(finished_game()))
    second = ended(forked(first, STEP + 30, ForkSeed.SAME))

    assert second.seed_id == first.seed_id
    assert [event[:4] for event in logged_events(second.pk)] == [
        event[:4] for event in logged_events(first.pk)
    ]
    assert verify_game(second.pk).status is VerdictStatus.EXACT


def test_forfeits_before_the_step_are_copied():
    parent = finished_game(seats=3, forfeit=ForfeitReason.TIMEOUT)
    step = next(e.seq for e in logged_events(parent.pk) if e.kind == "seat_forfeited")
    game = forked(parent, step)

    assert [seat.forfeit for seat in game.seating.all()] == ["timeout", "", ""]
    assert verify_game(game.pk).status is VerdictStatus.EXACT
    assert [seat.forfeit for seat in forked(parent, step - 1).seating.all()] == ["", "", ""]


def test_hidden_chips_are_dealt_again_and_peeks_are_kept():
    parent = scheduled(seed=kept_seed(3))
    stored(parent, played(parent, Laid(secret_number(3), chips_of(3))))
    peeked = next(event for event in logged_events(parent.pk) if event.kind == "chips_peeked")
    game = forked(parent, peeked.seq)

    hidden = {line.seq for line in game_events(game.pk) if line.payload is None}
    assert peeked.seq in hidden
    assert peeked.payload.encode() not in record_of(game)
    game = ended(game)
    assert peeked.payload.encode() in record_of(game)
    assert verify_game(game.pk).status is VerdictStatus.EXACT


def test_a_changed_seed_of_the_parent_is_detected():
    game = ended(forked(finished_game()))
    before = game_fingerprint(game.pk)
    assert verify_game(game.pk).status is VerdictStatus.EXACT
    GameSeed.objects.filter(forks=game).update(secret=bytes(32))

    assert game_fingerprint(game.pk) != before
    verdict = verify_game(game.pk)
    assert (verdict.step, verdict.code) == (0, "seed_mismatch")


# What is refused


@pytest.mark.parametrize("made", [lambda: running_game(20), scheduled_game])
def test_an_unfinished_game_cannot_be_forked(made: Callable[[], Game]):
    game = made()

    assert refusal(lambda: forked(game, 0)) == "parent_not_finished"


def test_a_voided_game_cannot_be_forked():
    game = finished_game()
    game_void(game_id=game.pk, reason="a test")

    assert refusal(lambda: forked(game)) == "parent_not_finished"


def test_steps_from_the_end_on_are_refused():
    game = finished_game()

    assert refusal(lambda: forked(game, game.head_seq)) == "step_out_of_range"
    assert refusal(lambda: forked(game, -1)) == "step_out_of_range"
    assert refusal(lambda: forked(game, game.head_seq - 1)) == "nothing_to_play"
    assert forked(game, game.head_seq - 2).head_seq == game.head_seq - 2


def test_a_fork_needs_a_player_for_every_seat():
    game = finished_game(seats=3)

    assert refusal(lambda: forked(game, names="xy")) == "wrong_player_count"


def test_an_unknown_game_cannot_be_forked():
    with pytest.raises(UnknownGame):
        fork_start(parent_id=4_000_000, step=0, seats=[], seed=ForkSeed.NEW)


def test_a_diverged_log_cannot_be_forked():
    game = finished_game()
    change_event(game.pk, 30, "payload", "%s", '{"position":9}')

    assert refusal(lambda: forked(game, 30)) == "parent_diverged"
    assert forked(game, 29).head_seq == 29


def test_a_game_with_a_changed_header_cannot_be_forked():
    game = finished_game()
    Game.objects.filter(pk=game.pk).update(components="other")

    assert refusal(lambda: forked(game)) == "parent_diverged"


@pytest.mark.parametrize(
    "values",
    [{"parent_step": 41}, {"commitment": "00" * 32}, {"lineage": '{"forks":[],"players":["a","b"]}'}],
)
def test_a_forks_columns_are_compared_with_its_lineage(values: dict[str, object]):
    game = forked(finished_game())
    Game.objects.filter(pk=game.pk).update(**values)
    verdict = verify_game(game.pk)

    assert (verdict.step, verdict.status) == (0, VerdictStatus.DIVERGED)


def test_the_database_refuses_a_fork_without_lineage():
    game = finished_game()

    for values in ({"parent": game}, {"parent_step": 3}, {"lineage": "{}"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.filter(pk=game.pk).update(**values)


# Seeds


def test_a_new_seed_is_secret_until_the_fork_is_over():
    game = forked(finished_game())

    assert game.seed is not None
    assert game.commitment == game.seed.commitment
    with pytest.raises(SeedIsSecret):
        seed_disclose(game.seed)
    assert game_public_seed(ended(game)) == bytes(game_secrets([game.pk])[game.pk])


def test_a_seed_is_refused_while_another_game_dealt_from_it_is_running():
    seed = kept_seed()
    sister = scheduled_game(seed=seed)
    parent = finished_game(seed=seed)

    assert refusal(lambda: forked(parent, seed=ForkSeed.SAME)) == "seed_secret"
    game = ended(forked(parent))
    assert parse_record(record_of(game), with_forks=True).trailer.earlier == ()
    assert verify_game(game.pk).status is VerdictStatus.EXACT

    game_void(game_id=sister.pk, reason="a test")
    assert len(parse_record(record_of(game), with_forks=True).trailer.earlier) == 1
    assert forked(parent, seed=ForkSeed.SAME).seed_id == seed.pk


def test_a_public_seed_stays_public_while_a_fork_is_dealt_from_it():
    parent = finished_game()
    game = forked(parent, seed=ForkSeed.SAME)
    seed = game_get(parent.pk).seed

    assert game.seed_was_shown
    assert seed is not None
    assert seed_is_public(seed)
    assert record_of(parent).endswith(b'"seed":"%s"}\n' % seed_disclose(seed).hex().encode())
    assert archive_batch(Game.objects.filter(pk=parent.pk)).lines.count(b'"seed":') == 1


def test_a_game_without_a_seed_can_only_be_forked_with_a_new_one():
    parent = scheduled_game()
    game_append(game_id=parent.pk, expected_seq=0, events=log_of(parent))

    assert refusal(lambda: forked(parent, seed=ForkSeed.SAME)) == "seed_unknown"
    game = ended(forked(parent))
    assert verify_game(game.pk).status is VerdictStatus.CHANCE_UNPROVEN
    assert (
        verify_record(parse_record(record_of(game), with_forks=True)).status is VerdictStatus.CHANCE_UNPROVEN
    )


def test_a_secret_seed_is_not_used_for_an_imported_game_with_its_commitment():
    """An imported record may commit to a secret seed and guess its chance events; a fork must not confirm the guess."""
    parent = finished_game(seed=kept_seed())
    Game.objects.filter(pk=parent.pk).update(seed=None)

    assert refusal(lambda: forked(parent, seed=ForkSeed.SAME)) == "seed_unknown"
    assert forked(parent).earlier_seeds.count() == 0


# In and out


def test_an_exported_fork_is_imported_unchanged():
    game = ended(forked(finished_game()))
    text = record_of(game)
    known = game_import(text=text)

    assert (known.game.pk, known.is_new) == (game.pk, False)


@pytest.mark.parametrize("step", [0, STEP, -2])
def test_a_fork_of_another_site_is_imported_with_its_seeds(step: int):
    parent = finished_game()
    at = step % parent.head_seq if step < 0 else step
    game = ended(forked(parent, at))
    text = record_of(game)
    elsewhere = _rename_players(text)
    taken = game_import(text=elsewhere)

    assert taken.is_new
    imported = game_get(taken.game.pk)
    assert (imported.parent_id, imported.parent_step, imported.origin) == (parent.pk, at, GameOrigin.IMPORTED)
    assert verify_game(imported.pk).status is VerdictStatus.EXACT
    assert record_of(imported) == elsewhere
    assert Game.objects.get(pk=imported.pk).verdict == GameVerdict.EXACT


def _rename_players(text: bytes) -> bytes:
    """Return a fork's record with other players, so that it is unknown here."""
    record = parse_record(text, with_forks=True)
    header, trailer = record.header, record.trailer
    header = replace(header, forks=(replace(header.forks[0], players=("p", "q")),))
    log: list[LoggedEvent] = []
    verify_record(replace(record, header=header), log=log)
    return b"".join(write_record(header, log, log[-1].chain, trailer.seed, earlier=trailer.earlier))


def test_an_archive_has_the_records_of_forks():
    game = ended(forked(finished_game()))
    line = archive_batch(Game.objects.filter(pk=game.pk)).lines

    assert b'{"fork":' in line
    assert b'"earlier":' in line

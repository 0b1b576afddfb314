import pytest

from engine.core import Header, VerdictStatus, verify
from games.event_store import game_header, game_secrets
from games.models import AttemptOutcome, FailedAttempt, GameStatus, JobStatus, PlayJob
from games.play_jobs import MAX_FAILURES
from tests.tournaments.builders import (
    Answering,
    expire,
    games_of,
    jobs_of,
    make_table,
    make_tournament,
    make_worker,
    play_all,
    read_logs,
    statuses_of,
)
from tournaments.models import TournamentStatus
from tournaments.play import worker_loop
from tournaments.play.leases import leases_claim, leases_expire

pytestmark = pytest.mark.django_db(transaction=True)


def crash() -> int:
    raise ZeroDivisionError("a bug of the bot's own")


def test_a_tournament_is_played_to_its_end():
    tournament = play_all(make_tournament("ann", "bob", "cy", seats=3, deals=3))

    assert tournament.status == TournamentStatus.FINISHED
    assert tournament.finished_at is not None
    assert {game.status for game in games_of(tournament)} == {GameStatus.FINISHED}
    assert set(statuses_of(tournament)) == {JobStatus.FINISHED}
    assert not FailedAttempt.objects.exists()


def test_every_game_verifies_against_its_seed():
    tournament = play_all(make_tournament("ann", "bob", deals=2))

    games = games_of(tournament)
    secrets = game_secrets([game.pk for game in games])
    for game, log in zip(games, read_logs(tournament).values(), strict=True):
        header: Header = game_header(game)
        assert verify(header, log, seed=secrets[game.pk]).status is VerdictStatus.EXACT


def test_the_games_of_a_deal_meet_the_same_chance():
    tournament = play_all(make_tournament("ann", "bob", options={"laps": 6}))

    first, second = (
        [event.payload for event in log if event.kind == "wind_drawn"]
        for log in read_logs(tournament).values()
    )
    assert first == second


def test_a_bot_that_crashes_forfeits_and_the_others_continue():
    table = make_table(bob=Answering(crash))
    tournament = play_all(make_tournament("ann", "bob", "cy", seats=3, options={"laps": 9}), table=table)

    assert tournament.status == TournamentStatus.FINISHED
    for game in games_of(tournament):
        seats = {seat.player: seat for seat in game.seating.all()}
        assert seats["bob"].forfeit == "crash"
        assert seats["bob"].place == 3
        assert seats["ann"].forfeit == seats["cy"].forfeit == ""


@pytest.mark.parametrize("answer", [7, -1, True, 1.0, None, "run"])
def test_an_illegal_answer_forfeits(answer):
    table = make_table(bob=Answering(lambda: answer))
    tournament = play_all(make_tournament("ann", "bob", "cy", seats=3, options={"laps": 9}), table=table)

    forfeits = {seat.forfeit for game in games_of(tournament) for seat in game.seating.filter(player="bob")}
    assert forfeits == {"illegal"}


def test_a_forfeit_that_leaves_one_seat_ends_the_game():
    table = make_table(bob=Answering(crash))
    tournament = play_all(make_tournament("ann", "bob", options={"laps": 9}), table=table)

    for game, log in zip(games_of(tournament), read_logs(tournament).values(), strict=True):
        assert [event.kind for event in log][-2:] == ["seat_forfeited", "game_finished"]
        assert game.termination == "abandoned"


def test_a_platform_failure_is_not_charged_to_a_bot(no_pauses):
    def raise_platform_fault() -> int:
        raise MemoryError

    tournament = make_tournament("ann", "bob", options={"laps": 9})
    play_all(tournament, table=make_table(bob=Answering(raise_platform_fault)))

    assert set(jobs_of(tournament).values_list("status", "failures")) == {(JobStatus.STUCK, MAX_FAILURES)}
    assert tournament.status == TournamentStatus.RUNNING
    assert not any(log for log in read_logs(tournament).values())
    attempts = FailedAttempt.objects.all()
    assert set(attempts.values_list("outcome", flat=True)) == {AttemptOutcome.FAILED}
    assert "MemoryError" in attempts[0].reason


def test_rules_that_fail_to_show_a_position_are_not_the_bots_fault(monkeypatch, no_pauses):
    from tests.tournaments.race import RaceState

    class Looking:
        def choose(self, observation, legal, rng):
            return legal[observation["lap"] % len(legal)]

    def raise_error(self, seat):
        raise IndexError("a bug of the rules")

    monkeypatch.setattr(RaceState, "observation", raise_error)
    tournament = make_tournament("ann", "bob", options={"laps": 9})
    play_all(tournament, table=make_table(bob=Looking()))

    assert set(statuses_of(tournament)) == {JobStatus.STUCK}


def test_a_worker_without_the_bot_does_not_forfeit_its_game(no_pauses):
    tournament = make_tournament("ann", "bob")
    tournament.entrants.get(name="bob").bot.seats.first()
    bot = tournament.entrants.get(name="bob").bot
    bot.parameters = {"builtin": "from-a-later-version"}
    bot.save()

    play_all(tournament)

    assert set(statuses_of(tournament)) == {JobStatus.STUCK}
    assert "from-a-later-version" in FailedAttempt.objects.first().reason


def test_an_interrupted_game_that_is_resumed_ends_the_same(monkeypatch):
    unbroken = make_tournament("ann", "bob", options={"laps": 10}, deals=2)
    broken = make_tournament("ann", "bob", options={"laps": 10}, deals=2)
    share_seeds(unbroken, broken)
    play_all(unbroken)

    monkeypatch.setattr(worker_loop, "REPORT_SECONDS", 0.0)  # a report after every decision
    deaths = 0
    # A worker that dies after some reports, again and again.
    while broken.status != TournamentStatus.FINISHED:
        try:
            play_all(broken, table=make_table(ann=Dying(5)))
        except Killed:
            deaths += 1
            expire_leases()

    assert deaths > MAX_FAILURES
    assert list(read_logs(broken).values()) == list(read_logs(unbroken).values())


def test_long_games_are_written_in_parts_and_short_ones_whole(monkeypatch):
    tournament = make_tournament("ann", "bob", options={"laps": 15})
    monkeypatch.setattr(worker_loop, "REPORT_SECONDS", 60.0)  # longer than any machine plays here
    steps = []

    class Watching:
        def choose(self, observation, legal, rng):
            steps.append(sum(game.head_seq for game in games_of(tournament)))
            return legal[0]

    play_all(tournament, table=make_table(ann=Watching()))
    assert len(set(steps)) <= 2

    steps.clear()
    monkeypatch.setattr(worker_loop, "REPORT_SECONDS", 0.0)
    tournament = make_tournament("ann", "bob", options={"laps": 15})
    play_all(tournament, table=make_table(ann=Watching()))
    assert len(set(steps)) > 20


def test_games_not_begun_are_given_back_during_a_long_game(monkeypatch):
    monkeypatch.setattr(worker_loop, "REPORT_SECONDS", 0.0)
    tournament = make_tournament("ann", "bob", options={"laps": 9}, deals=4)
    worker = make_worker()
    worker.pace.update(tournament.pk, 100, 0.1)

    worker.run(tournament.pk, seconds=0)

    jobs = jobs_of(tournament)
    assert statuses_of(tournament).count(JobStatus.FINISHED) == 1
    assert jobs.filter(status=JobStatus.WAITING, leased_at__isnull=False).count() == 1
    assert jobs.filter(status=JobStatus.WAITING, failures=0).count() == 7
    assert not FailedAttempt.objects.exists()


def test_a_run_ends_when_its_time_is_up_and_reports_remaining_work():
    tournament = make_tournament("ann", "bob", deals=4)

    first = make_worker().run(tournament.pk, seconds=0)
    rest = make_worker().run(tournament.pk, seconds=60)

    assert (first.played, first.is_work_left) == (1, True)
    assert (rest.played, rest.is_work_left) == (7, False)


def test_batches_grow_to_about_a_second_of_play():
    pace = worker_loop.Pace()
    assert pace.get_batch_size(1) == 1

    pace.update(1, games=10, seconds=0.2)
    assert pace.get_batch_size(1) == 40

    pace.update(1, games=1, seconds=5.0)
    assert pace.get_batch_size(1) == 1
    assert pace.get_batch_size(2) == 1


def test_a_worker_is_refused_after_its_tournament_was_cancelled():
    from tournaments.planning import tournament_cancel

    tournament = make_tournament("ann", "bob", options={"laps": 9})

    class Cancelling:
        def choose(self, observation, legal, rng):
            tournament.refresh_from_db()
            if not tournament.is_over:
                tournament_cancel(tournament)
            return legal[0]

    result = make_worker(table=make_table(ann=Cancelling())).run(tournament.pk, seconds=60)

    assert result.played == 0
    assert {game.status for game in games_of(tournament)} == {GameStatus.VOIDED}
    assert [[event.kind for event in log] for log in read_logs(tournament).values()] == [["game_voided"]] * 2


def test_a_game_voided_during_play_stays_voided():
    from games.event_store import game_void

    tournament = make_tournament("ann", "bob", options={"laps": 9})
    voided = games_of(tournament)[0]

    class Voiding:
        def choose(self, observation, legal, rng):
            voided.refresh_from_db()
            if not voided.is_over:
                game_void(game_id=voided.pk, reason="spilt coffee")
            return legal[0]

    play_all(tournament, table=make_table(ann=Voiding()))

    assert [game.status for game in games_of(tournament)] == [GameStatus.VOIDED, GameStatus.FINISHED]
    assert set(statuses_of(tournament)) == {
        JobStatus.VOIDED,
        JobStatus.FINISHED,
    }
    assert tournament.status == TournamentStatus.FINISHED


def test_a_game_voided_after_its_end_does_not_count():
    from games.event_store import game_void
    from tournaments.selectors import tournament_standings

    tournament = play_all(make_tournament("ann", "bob"))
    game_void(game_id=games_of(tournament)[0].pk, reason="a fault of the rules")

    assert {row.games for row in tournament_standings(tournament)} == {1}
    assert statuses_of(tournament).count(JobStatus.VOIDED) == 1


class Killed(KeyboardInterrupt):
    """Simulates the end of the process; nothing catches it."""


class Dying:
    """A player whose process ends at its n-th decision."""

    def __init__(self, decisions: int) -> None:
        self.left = decisions

    def choose(self, observation, legal, rng):
        self.left -= 1
        if not self.left:
            raise Killed
        return rng.choice(legal)


def share_seeds(one, other):
    """Give two tournaments of the same plan the same seeds."""
    for game, model in zip(games_of(other), games_of(one), strict=True):
        game.seed_id = model.seed_id
        game.commitment = model.commitment
        header = game_header(game)
        game.header_hash = game.head_hash = header.h0()
        game.save()


def expire_leases():
    """Expire all leases and sweep."""
    expire(PlayJob.objects.all())
    leases_expire()


def test_games_of_a_draft_cannot_be_claimed():
    tournament = make_tournament(start=False)

    assert leases_claim(tournament.pk, worker="w", limit=9) == []

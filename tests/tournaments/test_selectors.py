from datetime import timedelta

import orjson
import pytest
from django.utils import timezone

from games.play_jobs import jobs_give_back
from tests.tournaments.builders import (
    games_of,
    hold,
    jobs_of,
    make_tournament,
    make_worker,
    play_all,
    read_logs,
)
from tournaments.domain import compute_standings
from tournaments.domain.results import SeatedResult, tally_entrants, tally_pairs
from tournaments.errors import TournamentNotFound
from tournaments.models import PlannedGame, PlannedStatus, Tournament, TournamentStatus
from tournaments.planning import tournament_cancel
from tournaments.play import publication_fail, publication_open, worker_record_heartbeat
from tournaments.play.leases import leases_claim, leases_fail
from tournaments.results import bot_record, tournament_game_counts
from tournaments.selectors import (
    BlockerCode,
    tournament_crosstable,
    tournament_games,
    tournament_get,
    tournament_list,
    tournament_progress,
    tournament_standings,
)

pytestmark = pytest.mark.django_db(transaction=True)


def read_results(tournament):
    """Read the results of a tournament's games from their logs alone."""
    seatings = {
        (match, deal, order): seating
        for match, deal, order, seating in PlannedGame.objects.filter(tournament=tournament).values_list(
            "match_id", "deal", "order", "seating"
        )
    }
    for slot, log in read_logs(tournament).items():
        if log and log[-1].kind == "game_finished":
            forfeited = {
                orjson.loads(event.payload)["seat"] for event in log if event.kind == "seat_forfeited"
            }
            yield [
                SeatedResult(rank, seat["place"], seat["score"], number in forfeited)
                for number, (rank, seat) in enumerate(
                    zip(seatings[slot], orjson.loads(log[-1].payload)["seats"], strict=True)
                )
            ]


@pytest.mark.parametrize("seats", [2, 3])
def test_standings_and_crosstable_match_the_logs(seats):
    tournament = play_all(make_tournament("ann", "bob", "cy", "dee", seats=seats, deals=2))
    results = list(read_results(tournament))

    assert_standings(results, tournament)
    assert_crosstable(results, tournament)


def assert_standings(results, tournament):
    expected = compute_standings(range(4), tally_entrants(results))
    found = tournament_standings(tournament)
    assert [
        (row.rank, row.entrant.seed_rank, row.games, row.wins, row.shared_wins, row.points) for row in found
    ] == [
        (row.rank, row.entrant, row.tally.games, row.tally.wins, row.tally.shared_wins, row.points)
        for row in expected
    ]
    assert [(row.mean_place, row.mean_score, row.share) for row in found] == [
        (row.mean_place, row.mean_score, row.share) for row in expected
    ]


def assert_crosstable(results, tournament):
    tallies = tally_pairs(results)
    table = tournament_crosstable(tournament)
    for row in table.rows:
        for other, cell in zip(table.entrants, row.cells, strict=True):
            if other == row.entrant:
                assert cell is None
                continue
            tally = tallies[row.entrant.seed_rank, other.seed_rank]
            assert (cell.games, cell.above, cell.equal) == (tally.games, tally.above, tally.equal)


def test_standings_do_not_depend_on_the_order_of_play():
    one = make_tournament("ann", "bob", "cy", deals=2)
    other = make_tournament("ann", "bob", "cy", deals=2)
    from tests.tournaments.test_playing import share_seeds

    share_seeds(one, other)
    play_all(one)
    backwards = leases_claim(other.pk, worker="w", limit=20)  # held, so that the rest is played first
    for lease in reversed(backwards):
        jobs_give_back([lease])
        make_worker().run(other.pk, seconds=60)

    assert rows(one) == rows(other)
    assert cells(one) == cells(other)


def rows(tournament):
    return [
        (row.rank, row.entrant.name, row.wins, row.points, row.mean_place, row.mean_score)
        for row in tournament_standings(tournament)
    ]


def cells(tournament):
    return [
        [cell and (cell.games, cell.points) for cell in row.cells]
        for row in tournament_crosstable(tournament).rows
    ]


def test_a_tournament_that_has_not_begun_has_standings_without_numbers():
    rows = tournament_standings(make_tournament("ann", "bob", start=False))

    assert [(row.rank, row.games, row.mean_score) for row in rows] == [(1, 0, None), (1, 0, None)]


def test_tournaments_are_listed_newest_first_with_their_counts():
    first = play_all(make_tournament(deals=2))
    second = make_tournament()

    found = list(tournament_list())
    assert [tournament.pk for tournament in found] == [second.pk, first.pk]
    assert [(each.games_planned, each.games_finished) for each in found] == [(2, 0), (4, 4)]
    assert list(tournament_list(status=TournamentStatus.FINISHED)) == [first]
    assert not tournament_list(ruleset="chess@1").exists()


def test_games_are_listed_by_entrant_and_status():
    tournament = make_tournament("ann", "bob", "cy")
    ann = tournament.entrants.get(name="ann")

    assert tournament_games(tournament, entrant=ann).count() == 4
    assert tournament_games(tournament, status=PlannedStatus.FINISHED).count() == 0
    assert tournament_games(tournament, status=PlannedStatus.WAITING).count() == 6
    make_worker().run(tournament.pk, seconds=0)
    assert [game.status for game in tournament_games(tournament, status=PlannedStatus.FINISHED)] == [
        "finished"
    ]
    assert tournament_games(tournament, status=PlannedStatus.WAITING).count() == 5


@pytest.mark.parametrize(
    ("start", "cancel", "status"),
    [
        (False, False, PlannedStatus.WAITING),
        (False, True, PlannedStatus.VOIDED),
        (True, True, PlannedStatus.VOIDED),
    ],
)
def test_games_of_drafts_and_of_cancelled_tournaments_have_a_status(start, cancel, status):
    tournament = make_tournament(start=start)
    if cancel:
        tournament_cancel(tournament)

    assert {game.status for game in tournament_games(tournament)} == {status}
    assert tournament_games(tournament, status=status).count() == 2
    assert sum(tournament_games(tournament, status=each).count() for each in PlannedStatus) == 2
    counts = tournament_game_counts(tournament.pk)
    assert (counts.planned, counts.waiting + counts.voided) == (2, 2)
    assert getattr(counts, status.value) == 2


def test_an_unknown_tournament_is_named():
    with pytest.raises(TournamentNotFound) as error:
        tournament_get(404)

    assert error.value.code == "tournament_not_found"


def test_a_bot_has_a_record_by_ruleset_and_seats():
    two = play_all(make_tournament("ann", "bob", deals=2))
    play_all(make_tournament("ann", "bob", "cy", seats=3))

    record = bot_record(two.entrants.get(name="ann").bot_id)

    assert [(row.seats, row.tournaments, row.games) for row in record] == [(2, 1, 4), (3, 1, 3)]
    ann = next(row for row in tournament_standings(two) if row.entrant.name == "ann")
    assert (record[0].wins, record[0].shared_wins, record[0].mean_place) == (
        ann.wins,
        ann.shared_wins,
        ann.mean_place,
    )


def test_progress_counts_games_by_status():
    tournament = make_tournament(deals=3)
    make_worker().run(tournament.pk, seconds=0)
    leases_claim(tournament.pk, worker="w", limit=2)

    progress = tournament_progress(tournament)
    assert (progress.planned, progress.finished, progress.playing, progress.waiting) == (6, 1, 2, 3)
    assert progress.share == pytest.approx(1 / 6)
    assert progress.seconds_left is not None
    assert not progress.is_over
    assert [game.worker for game in progress.games] == ["w", "w"]
    assert progress.games[0].players == ("bob", "ann")


def test_progress_of_a_finished_tournament():
    progress = tournament_progress(play_all(make_tournament(deals=2)))

    assert progress.is_over
    assert progress.share == 1
    assert (progress.seconds_left, progress.games, progress.blockers) == (None, (), ())


def later(seconds=60):
    return timezone.now() + timedelta(seconds=seconds)


def codes(tournament, now):
    return [blocker.code for blocker in tournament_progress(tournament, now=now).blockers]


def test_a_tournament_just_started_has_no_blockers():
    assert codes(make_tournament(), timezone.now()) == []


def test_progress_reports_that_no_worker_is_alive():
    tournament = make_tournament()
    assert codes(tournament, later()) == [BlockerCode.NO_WORKER]

    worker_record_heartbeat("w")
    assert codes(tournament, later(20)) == [BlockerCode.QUEUED]
    blockers = tournament_progress(tournament, now=later()).blockers
    assert str(blockers[0]).startswith("No worker is running; the last heartbeat was at ")


def test_progress_reports_which_worker_holds_a_game_and_until_when():
    tournament = make_tournament(deals=1)
    worker_record_heartbeat("w")
    leases_claim(tournament.pk, worker="lost", limit=2)

    progress = tournament_progress(tournament, now=later(20))
    assert [blocker.code for blocker in progress.blockers] == [BlockerCode.LEASE_HELD] * 2
    assert progress.blockers[0].worker == "lost"
    assert progress.blockers[0].until == jobs_of(tournament)[0].expires_at
    assert "is leased by lost" in str(progress.blockers[0])


def test_progress_reports_that_the_broker_cannot_be_reached():
    tournament = make_tournament()
    worker_record_heartbeat("w")
    publication = publication_open(tournament.pk)
    publication_fail(publication, reason="connection refused")

    blocker = tournament_progress(tournament).blockers[0]
    assert blocker.code is BlockerCode.BROKER_UNREACHABLE
    assert "connection refused" in str(blocker)


def test_progress_names_stuck_games_with_the_reason_even_while_others_move(no_pauses):
    tournament = make_tournament()
    for _ in range(5):
        leases_fail(leases_claim(tournament.pk, worker="w", limit=1), reason="the disk is full")
        hold(jobs_of(tournament).filter(failures=0))

    blockers = tournament_progress(tournament).blockers
    assert [blocker.code for blocker in blockers] == [BlockerCode.STUCK]
    assert "the disk is full" in str(blockers[0])
    assert blockers[0].game_id == games_of(tournament)[0].pk


def test_a_tournament_prints_as_its_name():
    assert str(Tournament(name="Dry Creek Open")) == "Dry Creek Open"

"""Open play: tournaments without planned games are created, run and finished."""

import pytest

from games.models import Game
from tests.tournaments.builders import make_tournament, play_all
from tests.tournaments.entry_builders import bots_of, make_open_play, submit_records
from tournaments.domain import Format, Rotation, plan_rounds
from tournaments.domain.errors import NotATable
from tournaments.errors import InvalidTournament, WrongTournamentStatus
from tournaments.models import StageFormat, SubmittedGames, TournamentStatus
from tournaments.planning import (
    tournament_cancel,
    tournament_finish,
    tournament_retry,
    tournament_set_submitted_games,
)
from tournaments.play import publication_open, sweep
from tournaments.play.leases import leases_claim
from tournaments.play.settlement import tournaments_finish_due
from tournaments.selectors import tournament_progress

pytestmark = pytest.mark.django_db(transaction=True)


def test_nothing_is_planned_and_remote_bots_are_entered():
    tournament = make_open_play()

    assert tournament.status == TournamentStatus.RUNNING
    assert [stage.format for stage in tournament.stages.all()] == [StageFormat.OPEN_PLAY]
    assert not tournament.planned_games.exists()
    assert not Game.objects.exists()
    assert [entrant.bot.transport for entrant in tournament.entrants.all()] == ["remote", "remote"]


@pytest.mark.parametrize(
    ("fields", "field", "code"),
    [
        ({"deals": 2}, "deals", "nothing_planned"),
        ({"rotation": Rotation.ALL}, "rotation", "nothing_planned"),
        ({"policy": SubmittedGames.REFUSED}, "submitted_games", "submitted_games_needed"),
        ({"seats": 3}, "bots", "too_few_entrants"),
        ({"seats": 9}, "seats", "wrong_seat_count"),
        ({"format": Format.ROUND_ROBIN}, "bots", "bot_not_runnable"),
    ],
)
def test_fields_that_need_a_plan_are_refused_in_open_play(fields, field, code):
    with pytest.raises(InvalidTournament) as error:
        make_open_play(**fields)

    assert (error.value.code, error.value.details["field"]) == (code, field)


def test_bots_are_entered_that_are_active_and_play_the_ruleset():
    for fields, code in (({"active": False}, "bot_not_active"), ({"rulesets": ["x@1"]}, None)):
        bots = bots_of("owner", "ann", "ben")
        type(bots[0]).objects.update(**fields)
        with pytest.raises(InvalidTournament) as error:
            make_open_play(*type(bots[0]).objects.all())
        assert error.value.code == (code or "bot_plays_other_rulesets")
        type(bots[0]).objects.update(active=True)


def test_the_format_has_no_rounds_but_needs_a_table():
    assert plan_rounds(Format.OPEN_PLAY, entrants=3, table=2) == ()
    assert [each for each in Format if not each.is_planned] == [Format.OPEN_PLAY]
    with pytest.raises(NotATable):
        plan_rounds(Format.OPEN_PLAY, entrants=2, table=3)


def test_it_runs_until_its_organiser_ends_it():
    tournament = make_open_play()
    submit_records(tournament)

    assert tournament.pk not in sweep().finished
    assert tournaments_finish_due([tournament.pk]) == []
    assert publication_open(tournament.pk) is None
    assert leases_claim(tournament.pk, worker="w", limit=1) == []
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.RUNNING

    tournament_finish(tournament)

    assert tournament.status == TournamentStatus.FINISHED
    assert tournament.finished_at is not None
    with pytest.raises(WrongTournamentStatus, match="over"):
        tournament_finish(tournament)


def test_open_play_has_no_blockers():
    progress = tournament_progress(make_open_play())

    assert (progress.planned, progress.share, progress.blockers) == (0, None, ())
    assert (progress.games_per_second, progress.seconds_left) == (None, None)
    assert not progress.is_over


def test_it_can_be_cancelled_and_has_nothing_to_retry():
    tournament = make_open_play()

    with pytest.raises(WrongTournamentStatus, match="stuck"):
        tournament_retry(tournament)
    tournament_cancel(tournament)
    assert tournament.status == TournamentStatus.CANCELLED
    with pytest.raises(WrongTournamentStatus, match="over"):
        tournament_finish(tournament)


def test_a_draft_is_not_finished_and_one_with_a_plan_ends_by_itself():
    for tournament, code in (
        (make_open_play(start=False), "tournament_not_running"),
        (make_tournament("cy", "dee"), "ends_by_itself"),
        (play_all(make_tournament("cy", "dee", deals=2)), "already_over"),
    ):
        with pytest.raises(WrongTournamentStatus) as error:
            tournament_finish(tournament)
        assert error.value.code == code


def test_a_planned_one_that_counts_submitted_games_ends_when_its_plan_is_played():
    tournament = make_tournament(submitted_games=SubmittedGames.LEGAL)

    assert play_all(tournament).status == TournamentStatus.FINISHED


def test_its_policy_can_be_changed_but_not_to_refused():
    tournament = make_open_play()

    assert (
        tournament_set_submitted_games(tournament, submitted_games=SubmittedGames.LEGAL).submitted_games
        == "legal"
    )
    with pytest.raises(InvalidTournament) as error:
        tournament_set_submitted_games(tournament, submitted_games=SubmittedGames.REFUSED)
    assert error.value.code == "submitted_games_needed"
    other = make_tournament("cy", "dee", start=False)
    for policy in (SubmittedGames.EXACT, SubmittedGames.REFUSED):
        tournament_set_submitted_games(other, submitted_games=policy)
        other.refresh_from_db()
        assert other.submitted_games == policy

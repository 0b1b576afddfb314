"""Submitted games are entered in a tournament once, and only if they match it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games.event_store import game_void
from games.import_export import SubmissionStatus, game_import
from games.models import Game, GameSeed
from games.queries import game_record_lines
from games.realtime import Subject
from tests.games.factories import finished_game
from tests.games.records import record
from tests.games.tampering import flip_bit
from tests.tournaments.entry_builders import bots_of, get_user, make_open_play, submit_records, table_rows
from tournaments.entries import entered_game_withdraw, records_enter
from tournaments.entries.services import ENTRY_CODES
from tournaments.errors import TournamentNotFound
from tournaments.models import EnteredGame, SubmittedGames, TournamentStatus
from tournaments.planning import tournament_cancel, tournament_finish, tournament_set_submitted_games
from tournaments.play.settlement import tournaments_notify_voided

pytestmark = pytest.mark.django_db

ACCEPTED, KNOWN, VALID, REFUSED = (
    SubmissionStatus.ACCEPTED,
    SubmissionStatus.KNOWN,
    SubmissionStatus.VALID,
    SubmissionStatus.REFUSED,
)


def statuses(submissions):
    return [each.status for each in submissions]


def codes(submissions):
    return [each.fault and each.fault.code for each in submissions]


def assert_nothing_is_stored():
    return not (Game.objects.exists() or GameSeed.objects.exists() or EnteredGame.objects.exists())


def test_a_good_record_is_entered_with_its_entrants_in_their_seats():
    tournament = make_open_play(*bots_of("owner", "ben", "ann", "cleo"))

    (submission,) = submit_records(tournament, record())

    entry = EnteredGame.objects.get()
    assert submission.status is ACCEPTED
    assert (entry.tournament, entry.game_id, entry.seating) == (tournament, submission.game_id, [1, 0])
    assert entry.counts
    assert entry.game.submitted_by == get_user("owner")
    assert {row[0]: row[1] for row in table_rows(tournament)} == {"ann": 1, "ben": 1, "cleo": 0}


def test_the_same_record_again_is_the_same_game_entered_and_counted_once():
    tournament = make_open_play()

    first = submit_records(tournament, record(), record())
    again = submit_records(tournament, record())
    by_another = submit_records(tournament, record(), by="other")

    assert statuses([*first, *again, *by_another]) == [ACCEPTED, KNOWN, KNOWN, KNOWN]
    assert EnteredGame.objects.count() == 1
    assert [row[1] for row in table_rows(tournament)] == [1, 1]


def test_a_game_submitted_before_is_entered_by_its_submitter_with_the_bots_it_was_given():
    tournament = make_open_play()
    (before,) = submit_records(None, record())

    (later,) = submit_records(tournament, record(), named={"ann": "ben", "ben": "ann"})

    assert (later.status, later.game_id) == (KNOWN, before.game_id)
    assert EnteredGame.objects.get().seating == [0, 1]


def test_a_bot_entered_twice_is_distinguished_by_the_players_names():
    (roper,) = bots_of("owner", "roper")
    tournament = make_open_play(roper, roper)
    named = {"roper 2": "roper", "roper 1": "roper"}

    submit_records(tournament, record(players=("roper 2", "roper 1")), named=named)

    assert EnteredGame.objects.get().seating == [1, 0]


UNLIKE = {
    "other_ruleset": {"ruleset": "goldgraeber@1", "options": {}, "seats": 3},
    "other_seat_count": {"seats": 3},
    "other_options": {"options": {"mode": "legends", "scenario": "gold_rush"}},
}


@pytest.mark.parametrize("is_dry_run", [False, True])
@pytest.mark.parametrize("code", UNLIKE)
def test_a_game_played_by_other_terms_than_the_tournament_is_refused(code, is_dry_run):
    tournament = make_open_play(*bots_of("owner", "ann", "ben", "cleo"), **UNLIKE[code])

    submissions = submit_records(tournament, record(), is_dry_run=is_dry_run)

    assert codes(submissions) == [code]
    assert submissions[0].fault.rule == ENTRY_CODES[code]
    assert submissions[0].fault.line == 1
    assert assert_nothing_is_stored()


def test_a_game_of_other_components_is_refused():
    tournament = make_open_play()
    type(tournament).objects.update(components="1999-1")

    assert codes(submit_records(tournament)) == ["other_components"]
    assert assert_nothing_is_stored()


@pytest.mark.parametrize("is_dry_run", [False, True])
def test_players_that_are_no_entrant_unclear_or_seated_twice_are_refused(is_dry_run):
    ann, ben, dan = bots_of("owner", "ann", "ben", "dan")
    tournament = make_open_play(ann, ben)
    twice = make_open_play(ann, ben, ben)

    def list_refusals(where, text, **named):
        return codes(submit_records(where, text, named=named, is_dry_run=is_dry_run))

    assert list_refusals(tournament, record(1, players=("ann", "dan"))) == ["not_an_entrant"]
    assert list_refusals(tournament, record(2, players=("ann", "nobody"))) == ["not_an_entrant"]
    assert list_refusals(tournament, record(3, players=("ann", "annie")), annie="ann") == [
        "entrant_seated_twice"
    ]
    assert list_refusals(twice, record(4)) == ["entrant_unclear"]
    assert assert_nothing_is_stored()
    assert dan.seats.count() == 0


def test_a_submitter_cannot_seat_bots_of_other_owners():
    tournament = make_open_play(*bots_of("owner", "ann"), *bots_of("other", "ben"))

    assert codes(submit_records(tournament)) == ["not_an_entrant"]


def test_only_verdicts_that_count_are_entered():
    tournament = make_open_play(policy=SubmittedGames.EXACT)
    unproven = record(1, with_seed=False)

    assert codes(submit_records(tournament, unproven, record(2))) == ["verdict_not_counted", None]
    assert Game.objects.count() == 1
    tournament_set_submitted_games(tournament, submitted_games=SubmittedGames.LEGAL)
    assert statuses(submit_records(tournament, unproven)) == [ACCEPTED]


@pytest.mark.parametrize("is_dry_run", [True, False])
def test_a_game_that_was_unproven_is_entered_by_a_record_that_proves_it(is_dry_run):
    tournament = make_open_play()
    submit_records(None, record(with_seed=False))

    assert codes(submit_records(tournament, record(with_seed=False), is_dry_run=is_dry_run)) == [
        "verdict_not_counted"
    ]
    assert statuses(submit_records(tournament, record(), is_dry_run=is_dry_run)) == [KNOWN]
    assert EnteredGame.objects.exists() is not is_dry_run


def test_a_game_that_diverges_here_is_not_entered_by_its_record():
    tournament = make_open_play()
    (before,) = submit_records(None, record(with_seed=False))
    flip_bit(before.game_id, 30, "chain")

    assert codes(submit_records(tournament, record())) == ["verdict_not_counted"]


def test_a_change_of_the_tournament_during_a_batch_refuses_later_records():
    for change, code in (
        ({"status": TournamentStatus.CANCELLED}, "tournament_not_running"),
        ({"status": TournamentStatus.DRAFT}, "tournament_not_running"),
        ({"status": TournamentStatus.FINISHED}, "tournament_not_running"),
        ({"submitted_games": SubmittedGames.REFUSED}, "submitted_games_refused"),
    ):
        tournament = make_open_play()
        type(tournament).objects.filter(pk=tournament.pk).update(**change)

        assert codes(submit_records(tournament, record(1), record(2))) == [code, code]
    assert assert_nothing_is_stored()


def test_games_that_are_not_submitted_or_of_another_user_or_voided_are_not_entered():
    tournament = make_open_play()
    here = finished_game(bots=bots_of("owner", "ann", "ben"))
    game_import(text=record(2))
    submit_records(None, record(3), by="other")
    (voided,) = submit_records(None, record(4))
    game_void(game_id=voided.game_id, reason="by hand")

    texts = [b"".join(game_record_lines(here.pk)), *(record(number) for number in (2, 3, 4))]
    for is_dry_run in (True, False):
        assert codes(submit_records(tournament, *texts, is_dry_run=is_dry_run)) == [
            *("game_not_submitted", "game_not_submitted"),
            *("game_of_somebody_else", "game_voided"),
        ]
    assert not EnteredGame.objects.exists()


def test_a_game_is_entered_in_one_tournament():
    first, second = make_open_play(), make_open_play()
    submit_records(first)

    assert codes(submit_records(second)) == ["entered_elsewhere"]
    assert codes(submit_records(second, is_dry_run=True)) == ["entered_elsewhere"]
    assert EnteredGame.objects.get().tournament == first


def test_a_refused_record_does_not_change_its_stored_game():
    first, second = make_open_play(policy=SubmittedGames.LEGAL), make_open_play()
    submit_records(first, record(with_seed=False))

    assert codes(submit_records(second, record())) == ["entered_elsewhere"]
    assert Game.objects.get().verdict == "chance_unproven"
    assert not GameSeed.objects.exists()


def test_a_dry_run_returns_the_same_and_stores_nothing():
    tournament = make_open_play()

    assert statuses(submit_records(tournament, record(), is_dry_run=True)) == [VALID]
    assert assert_nothing_is_stored()
    submit_records(None, record())
    assert statuses(submit_records(tournament, record(), is_dry_run=True)) == [KNOWN]
    assert not EnteredGame.objects.exists()


def test_a_bad_record_in_a_batch_does_not_block_the_others():
    tournament = make_open_play()
    texts = [record(1), b"nonsense", record(2, players=("ann", "nobody")), record(3)]

    submissions = submit_records(tournament, *texts)

    assert statuses(submissions) == [ACCEPTED, REFUSED, REFUSED, ACCEPTED]
    assert codes(submissions)[1:3] == ["not_json", "not_an_entrant"]
    assert EnteredGame.objects.count() == Game.objects.count() == 2


def test_an_unknown_tournament_is_named():
    with pytest.raises(TournamentNotFound):
        records_enter(records=[], tournament_id=404)


# Withdrawn


def test_a_withdrawn_game_is_in_no_standings_until_it_is_put_back():
    tournament = make_open_play()
    game_id = submit_records(tournament)[0].game_id
    by = get_user("organiser")

    entry = entered_game_withdraw(tournament, game_id=game_id, by=by)

    assert (entry.withdrawn_by, entry.counts) == (by, False)
    assert [row[1] for row in table_rows(tournament)] == [0, 0]
    assert codes(submit_records(tournament)) == ["game_withdrawn"]
    first = entry.withdrawn_at
    assert entered_game_withdraw(tournament, game_id=game_id, by=get_user("staff")).withdrawn_at == first

    back = entered_game_withdraw(tournament, game_id=game_id, by=by, is_withdrawn=False)
    assert (back.withdrawn_at, back.withdrawn_by) == (None, None)
    assert [row[1] for row in table_rows(tournament)] == [1, 1]


def test_only_games_of_the_tournament_are_withdrawn():
    tournament, other = make_open_play(), make_open_play()
    game_id = submit_records(other)[0].game_id

    with pytest.raises(TournamentNotFound) as error:
        entered_game_withdraw(tournament, game_id=game_id, by=get_user())

    assert error.value.code == "game_not_entered"


def test_a_voided_game_no_longer_counts():
    tournament = make_open_play()
    game_void(game_id=submit_records(tournament)[0].game_id, reason="by hand")

    assert [row[1] for row in table_rows(tournament)] == [0, 0]


@pytest.fixture
def notifications(monkeypatch):
    """The tournaments that notifications were sent about."""
    returned = []

    def collect(subject, ids):
        returned.extend((subject, each) for each in ids)

    for module in ("entries.services", "planning.lifecycle", "play.settlement"):
        monkeypatch.setattr(f"tournaments.{module}.notify_subject", collect)
    return returned


def test_every_change_of_the_standings_is_notified(notifications):
    tournament = make_open_play()
    returned = [(Subject.TOURNAMENT, tournament.pk)]

    game_id = submit_records(tournament)[0].game_id
    assert notifications == returned
    submit_records(tournament)  # the same record again sends no notification
    submit_records(tournament, record(2, players=("ann", "nobody")))
    assert notifications == returned
    tournament_set_submitted_games(tournament, submitted_games=SubmittedGames.LEGAL)
    assert notifications == returned * 2
    entered_game_withdraw(tournament, game_id=game_id, by=get_user())
    entered_game_withdraw(tournament, game_id=game_id, by=get_user())
    assert notifications == returned * 3
    tournaments_notify_voided(game_ids=[game_id])
    assert notifications == returned * 4


# At the same moment


def call_at_once(*calls):
    """Make the calls concurrently in threads and return their results."""
    barrier = Barrier(len(calls))

    def one(call):
        try:
            barrier.wait(10)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


@pytest.mark.django_db(transaction=True)
def test_the_same_record_twice_at_once_counts_once():
    tournament = make_open_play()
    texts = [record(1), record(2)]

    found = call_at_once(
        *(
            lambda order=order: submit_records(tournament, *order)
            for order in (texts, texts[::-1], texts, texts[::-1])
        )
    )

    assert sorted(status for each in found for status in statuses(each)) == [ACCEPTED] * 2 + [KNOWN] * 6
    assert EnteredGame.objects.count() == 2
    assert [row[1] for row in table_rows(tournament)] == [2, 2]


@pytest.mark.django_db(transaction=True)
def test_a_record_entered_in_two_tournaments_at_once_is_in_one():
    both = make_open_play(), make_open_play()

    found = call_at_once(*(lambda where=where: submit_records(where) for where in both))

    assert sorted(codes([each for one in found for each in one]), key=str) == [None, "entered_elsewhere"]
    assert EnteredGame.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_tournament_that_ends_during_entry_has_the_game_or_refuses_it():
    tournament = make_open_play()

    submissions, _ = call_at_once(lambda: submit_records(tournament), lambda: tournament_finish(tournament))

    assert codes(submissions) in ([None], ["tournament_not_running"])
    assert EnteredGame.objects.count() == (submissions[0].status is ACCEPTED)
    assert codes(submit_records(tournament, record(2))) == ["tournament_not_running"]


def test_a_cancelled_tournament_keeps_its_entered_games():
    tournament = make_open_play()
    submit_records(tournament)

    tournament_cancel(tournament)

    assert [row[1] for row in table_rows(tournament)] == [1, 1]
    assert codes(submit_records(tournament, record(2))) == ["tournament_not_running"]

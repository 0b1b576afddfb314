"""Submitted games are entered in a tournament once, if they are games of it, and not otherwise."""

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
from tests.tournaments.entering import an_open_play, bots_of, entered, submitter, table_rows
from tournaments.entries import entered_game_withdraw, records_enter
from tournaments.entries.submitted import ENTRY_CODES
from tournaments.errors import TournamentNotFound
from tournaments.models import EnteredGame, SubmittedGames, TournamentStatus
from tournaments.planning import tournament_cancel, tournament_count_submitted, tournament_finish
from tournaments.play.settlement import entered_games_voided

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


def is_untouched():
    return not (Game.objects.exists() or GameSeed.objects.exists() or EnteredGame.objects.exists())


def test_a_good_record_is_entered_with_its_entrants_in_their_seats():
    tournament = an_open_play(*bots_of("owner", "ben", "ann", "cleo"))

    (submission,) = entered(tournament, record())

    entry = EnteredGame.objects.get()
    assert submission.status is ACCEPTED
    assert (entry.tournament, entry.game_id, entry.seating) == (tournament, submission.game_id, [1, 0])
    assert entry.counts
    assert entry.game.submitted_by == submitter("owner")
    assert {row[0]: row[1] for row in table_rows(tournament)} == {"ann": 1, "ben": 1, "cleo": 0}


def test_the_same_record_again_is_the_same_game_entered_and_counted_once():
    tournament = an_open_play()

    first = entered(tournament, record(), record())
    again = entered(tournament, record())
    by_another = entered(tournament, record(), by="other")

    assert statuses([*first, *again, *by_another]) == [ACCEPTED, KNOWN, KNOWN, KNOWN]
    assert EnteredGame.objects.count() == 1
    assert [row[1] for row in table_rows(tournament)] == [1, 1]


def test_a_game_submitted_before_is_entered_by_its_submitter_with_the_bots_it_was_given():
    tournament = an_open_play()
    (before,) = entered(None, record())

    (later,) = entered(tournament, record(), named={"ann": "ben", "ben": "ann"})

    assert (later.status, later.game_id) == (KNOWN, before.game_id)
    assert EnteredGame.objects.get().seating == [0, 1]


def test_a_bot_entered_twice_is_distinguished_by_the_players_names():
    (roper,) = bots_of("owner", "roper")
    tournament = an_open_play(roper, roper)
    named = {"roper 2": "roper", "roper 1": "roper"}

    entered(tournament, record(players=("roper 2", "roper 1")), named=named)

    assert EnteredGame.objects.get().seating == [1, 0]


UNLIKE = {
    "other_ruleset": {"ruleset": "goldgraeber@1", "options": {}, "seats": 3},
    "other_seat_count": {"seats": 3},
    "other_options": {"options": {"mode": "legends", "scenario": "gold_rush"}},
}


@pytest.mark.parametrize("is_dry_run", [False, True])
@pytest.mark.parametrize("code", UNLIKE)
def test_a_game_played_otherwise_than_the_tournament_is_refused(code, is_dry_run):
    tournament = an_open_play(*bots_of("owner", "ann", "ben", "cleo"), **UNLIKE[code])

    submissions = entered(tournament, record(), is_dry_run=is_dry_run)

    assert codes(submissions) == [code]
    assert submissions[0].fault.rule == ENTRY_CODES[code]
    assert submissions[0].fault.line == 1
    assert is_untouched()


def test_a_game_of_other_components_is_refused():
    tournament = an_open_play()
    type(tournament).objects.update(components="1999-1")

    assert codes(entered(tournament)) == ["other_components"]
    assert is_untouched()


@pytest.mark.parametrize("is_dry_run", [False, True])
def test_who_is_no_entrant_unclear_or_seated_twice_is_refused(is_dry_run):
    ann, ben, dan = bots_of("owner", "ann", "ben", "dan")
    tournament = an_open_play(ann, ben)
    twice = an_open_play(ann, ben, ben)

    def refused(where, text, **named):
        return codes(entered(where, text, named=named, is_dry_run=is_dry_run))

    assert refused(tournament, record(1, players=("ann", "dan"))) == ["not_an_entrant"]
    assert refused(tournament, record(2, players=("ann", "nobody"))) == ["not_an_entrant"]
    assert refused(tournament, record(3, players=("ann", "annie")), annie="ann") == ["entrant_seated_twice"]
    assert refused(twice, record(4)) == ["entrant_unclear"]
    assert is_untouched()
    assert dan.seats.count() == 0


def test_the_bots_of_others_do_not_sit_in_it_although_they_are_entrants():
    tournament = an_open_play(*bots_of("owner", "ann"), *bots_of("other", "ben"))

    assert codes(entered(tournament)) == ["not_an_entrant"]


def test_only_verdicts_that_count_are_entered():
    tournament = an_open_play(policy=SubmittedGames.EXACT)
    unproven = record(1, with_seed=False)

    assert codes(entered(tournament, unproven, record(2))) == ["verdict_not_counted", None]
    assert Game.objects.count() == 1
    tournament_count_submitted(tournament, submitted_games=SubmittedGames.LEGAL)
    assert statuses(entered(tournament, unproven)) == [ACCEPTED]


@pytest.mark.parametrize("is_dry_run", [True, False])
def test_a_game_that_was_unproven_is_entered_by_a_record_that_proves_it(is_dry_run):
    tournament = an_open_play()
    entered(None, record(with_seed=False))

    assert codes(entered(tournament, record(with_seed=False), is_dry_run=is_dry_run)) == [
        "verdict_not_counted"
    ]
    assert statuses(entered(tournament, record(), is_dry_run=is_dry_run)) == [KNOWN]
    assert EnteredGame.objects.exists() is not is_dry_run


def test_a_game_that_diverges_here_is_not_entered_by_its_record():
    tournament = an_open_play()
    (before,) = entered(None, record(with_seed=False))
    flip_bit(before.game_id, 30, "chain")

    assert codes(entered(tournament, record())) == ["verdict_not_counted"]


def test_what_changes_while_a_batch_is_judged_refuses_what_comes_after():
    for change, code in (
        ({"status": TournamentStatus.CANCELLED}, "tournament_not_running"),
        ({"status": TournamentStatus.DRAFT}, "tournament_not_running"),
        ({"status": TournamentStatus.FINISHED}, "tournament_not_running"),
        ({"submitted_games": SubmittedGames.REFUSED}, "submitted_games_refused"),
    ):
        tournament = an_open_play()
        type(tournament).objects.filter(pk=tournament.pk).update(**change)

        assert codes(entered(tournament, record(1), record(2))) == [code, code]
    assert is_untouched()


def test_games_that_are_not_submitted_or_somebody_else_s_or_voided_are_not_entered():
    tournament = an_open_play()
    here = finished_game(bots=bots_of("owner", "ann", "ben"))
    game_import(text=record(2))
    entered(None, record(3), by="other")
    (voided,) = entered(None, record(4))
    game_void(game_id=voided.game_id, reason="by hand")

    texts = [b"".join(game_record_lines(here.pk)), *(record(number) for number in (2, 3, 4))]
    for is_dry_run in (True, False):
        assert codes(entered(tournament, *texts, is_dry_run=is_dry_run)) == [
            *("game_not_submitted", "game_not_submitted"),
            *("game_of_somebody_else", "game_voided"),
        ]
    assert not EnteredGame.objects.exists()


def test_a_game_is_entered_in_one_tournament():
    first, second = an_open_play(), an_open_play()
    entered(first)

    assert codes(entered(second)) == ["entered_elsewhere"]
    assert codes(entered(second, is_dry_run=True)) == ["entered_elsewhere"]
    assert EnteredGame.objects.get().tournament == first


def test_a_record_that_is_refused_teaches_its_game_nothing():
    first, second = an_open_play(policy=SubmittedGames.LEGAL), an_open_play()
    entered(first, record(with_seed=False))

    assert codes(entered(second, record())) == ["entered_elsewhere"]
    assert Game.objects.get().verdict == "chance_unproven"
    assert not GameSeed.objects.exists()


def test_a_dry_run_says_the_same_and_stores_nothing():
    tournament = an_open_play()

    assert statuses(entered(tournament, record(), is_dry_run=True)) == [VALID]
    assert is_untouched()
    entered(None, record())
    assert statuses(entered(tournament, record(), is_dry_run=True)) == [KNOWN]
    assert not EnteredGame.objects.exists()


def test_a_bad_record_of_a_batch_does_not_hold_up_the_others():
    tournament = an_open_play()
    texts = [record(1), b"nonsense", record(2, players=("ann", "nobody")), record(3)]

    submissions = entered(tournament, *texts)

    assert statuses(submissions) == [ACCEPTED, REFUSED, REFUSED, ACCEPTED]
    assert codes(submissions)[1:3] == ["not_json", "not_an_entrant"]
    assert EnteredGame.objects.count() == Game.objects.count() == 2


def test_an_unknown_tournament_is_named():
    with pytest.raises(TournamentNotFound):
        records_enter(records=[], tournament_id=404)


# Withdrawn


def test_a_withdrawn_game_is_in_no_standings_until_it_is_put_back():
    tournament = an_open_play()
    game_id = entered(tournament)[0].game_id
    by = submitter("organiser")

    entry = entered_game_withdraw(tournament, game_id=game_id, by=by)

    assert (entry.withdrawn_by, entry.counts) == (by, False)
    assert [row[1] for row in table_rows(tournament)] == [0, 0]
    assert codes(entered(tournament)) == ["game_withdrawn"]
    first = entry.withdrawn_at
    assert entered_game_withdraw(tournament, game_id=game_id, by=submitter("staff")).withdrawn_at == first

    back = entered_game_withdraw(tournament, game_id=game_id, by=by, is_withdrawn=False)
    assert (back.withdrawn_at, back.withdrawn_by) == (None, None)
    assert [row[1] for row in table_rows(tournament)] == [1, 1]


def test_only_games_of_the_tournament_are_withdrawn():
    tournament, other = an_open_play(), an_open_play()
    game_id = entered(other)[0].game_id

    with pytest.raises(TournamentNotFound) as error:
        entered_game_withdraw(tournament, game_id=game_id, by=submitter())

    assert error.value.code == "game_not_entered"


def test_a_game_that_is_voided_drops_out():
    tournament = an_open_play()
    game_void(game_id=entered(tournament)[0].game_id, reason="by hand")

    assert [row[1] for row in table_rows(tournament)] == [0, 0]


@pytest.fixture
def news(monkeypatch):
    """The tournaments that notifications were sent about."""
    returned = []

    def tell(subject, ids):
        returned.extend((subject, each) for each in ids)

    for module in ("entries.submitted", "planning.lifecycle", "play.settlement"):
        monkeypatch.setattr(f"tournaments.{module}.notify_subject", tell)
    return returned


def test_every_change_of_the_standings_is_notified(news):
    tournament = an_open_play()
    returned = [(Subject.TOURNAMENT, tournament.pk)]

    game_id = entered(tournament)[0].game_id
    assert news == returned
    entered(tournament)  # the same again is no news
    entered(tournament, record(2, players=("ann", "nobody")))
    assert news == returned
    tournament_count_submitted(tournament, submitted_games=SubmittedGames.LEGAL)
    assert news == returned * 2
    entered_game_withdraw(tournament, game_id=game_id, by=submitter())
    entered_game_withdraw(tournament, game_id=game_id, by=submitter())
    assert news == returned * 3
    entered_games_voided(game_ids=[game_id])
    assert news == returned * 4


# At the same moment


def at_once(*calls):
    """Make the calls in threads, all at the same moment, and return what they return."""
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
    tournament = an_open_play()
    texts = [record(1), record(2)]

    found = at_once(
        *(
            lambda order=order: entered(tournament, *order)
            for order in (texts, texts[::-1], texts, texts[::-1])
        )
    )

    assert sorted(status for each in found for status in statuses(each)) == [ACCEPTED] * 2 + [KNOWN] * 6
    assert EnteredGame.objects.count() == 2
    assert [row[1] for row in table_rows(tournament)] == [2, 2]


@pytest.mark.django_db(transaction=True)
def test_a_record_entered_in_two_tournaments_at_once_is_in_one():
    both = an_open_play(), an_open_play()

    found = at_once(*(lambda where=where: entered(where) for where in both))

    assert sorted(codes([each for one in found for each in one]), key=str) == [None, "entered_elsewhere"]
    assert EnteredGame.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_tournament_that_ends_meanwhile_has_the_game_or_refuses_it():
    tournament = an_open_play()

    submissions, _ = at_once(lambda: entered(tournament), lambda: tournament_finish(tournament))

    assert codes(submissions) in ([None], ["tournament_not_running"])
    assert EnteredGame.objects.count() == (submissions[0].status is ACCEPTED)
    assert codes(entered(tournament, record(2))) == ["tournament_not_running"]


def test_a_cancelled_tournament_keeps_what_was_entered():
    tournament = an_open_play()
    entered(tournament)

    tournament_cancel(tournament)

    assert [row[1] for row in table_rows(tournament)] == [1, 1]
    assert codes(entered(tournament, record(2))) == ["tournament_not_running"]

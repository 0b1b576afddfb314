"""Which games count: one rule in three forms, and the results computed with it."""

from itertools import product

import pytest
from django.db import connection
from django.utils import timezone

from games.event_store import Appending, chunk_append
from games.models import Game, GameStatus, GameVerdict
from tests.games.factories import finished_game, log_of, scheduled_games
from tests.games.records import record
from tests.tournaments.entry_builders import bots_of, make_open_play, submit_records, table_rows
from tournaments.domain import Format
from tournaments.domain.results import SeatedResult, tally_entrants, tally_pairs
from tournaments.models import EnteredGame, PlannedGame, SubmittedGames
from tournaments.models.entries import NotCounted
from tournaments.planning import tournament_set_submitted_games
from tournaments.results import (
    COUNTED_Q,
    bot_counted_games,
    bot_opponents,
    bot_record,
    entrant_tallies,
    game_is_counted,
    game_tournament,
    games_of_tournament,
    pair_tallies,
    tournament_game_counts,
)
from tournaments.results.counting import COUNTED_SQL
from tournaments.selectors import (
    tournament_crosstable,
    tournament_list,
    tournament_progress,
    tournament_verification,
)

pytestmark = pytest.mark.django_db

REFUSED, EXACT, LEGAL = SubmittedGames.REFUSED, SubmittedGames.EXACT, SubmittedGames.LEGAL


def enter_every_case():
    """Enter a game for each verdict, status and withdrawal in a tournament."""
    tournament = make_open_play()
    cases = list(product(GameVerdict, (GameStatus.FINISHED, GameStatus.VOIDED), (None, timezone.now())))
    for game, (verdict, status, withdrawn) in zip(scheduled_games(len(cases)), cases, strict=True):
        Game.objects.filter(pk=game.pk).update(verdict=verdict, status=status, finished_at=timezone.now())
        EnteredGame.objects.create(tournament=tournament, game=game, seating=[0, 1], withdrawn_at=withdrawn)
    return tournament


@pytest.mark.parametrize("policy", SubmittedGames)
def test_the_rule_is_the_same_for_rows_for_sql_and_for_a_loaded_game(policy):
    tournament = enter_every_case()
    type(tournament).objects.update(submitted_games=policy)

    by_rows = set(EnteredGame.objects.filter(COUNTED_Q).values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT entered.id FROM tournaments_enteredgame entered
            JOIN games_game game ON game.id = entered.game_id
            JOIN tournaments_tournament tournament ON tournament.id = entered.tournament_id
            WHERE {COUNTED_SQL}
            """
        )
        by_sql = {pk for (pk,) in cursor}
    everything = list(EnteredGame.objects.select_related("game", "tournament"))
    at_hand = {each.pk for each in everything if each.counts}

    assert by_rows == by_sql == at_hand
    assert {
        (each.game.verdict, each.game.status, each.withdrawn_at) for each in everything if each.counts
    } == {(verdict.value, "finished", None) for verdict in policy.verdicts}
    counts = tournament_game_counts(tournament.pk)
    assert (counts.submitted, counts.not_counted) == (len(at_hand), len(everything) - len(at_hand))


def test_games_that_do_not_count_have_a_reason():
    enter_every_case()

    def why(policy, **fields):
        each = EnteredGame.objects.select_related("game", "tournament").get(**fields)
        each.tournament.submitted_games = policy
        return each.not_counted

    good = {"game__status": "finished", "withdrawn_at": None}
    assert why(EXACT, **good, game__verdict="exact") is None
    assert why(REFUSED, **good, game__verdict="exact") is NotCounted.REFUSED
    assert why(EXACT, **good, game__verdict="chance_unproven") is NotCounted.UNPROVEN
    assert why(LEGAL, **good, game__verdict="chance_unproven") is None
    assert why(LEGAL, **good, game__verdict="diverged") is NotCounted.DIVERGED
    assert why(LEGAL, **good | {"game__status": "voided"}, game__verdict="exact") is NotCounted.VOIDED
    withdrawn = {"withdrawn_at__isnull": False, "game__status": "finished", "game__verdict": "exact"}
    assert why(LEGAL, **withdrawn) is NotCounted.WITHDRAWN


@pytest.fixture
def mixed():
    """A tournament with two entered games that are exact and one whose chance is unproven; all count."""
    tournament = make_open_play(policy=LEGAL)
    submit_records(tournament, record(1), record(2), record(3, with_seed=False))
    return tournament


def results(tournament, *verdicts):
    """Read the results of the entered games of those verdicts."""
    for each in EnteredGame.objects.filter(tournament=tournament, game__verdict__in=verdicts):
        yield [
            SeatedResult(rank, seat.place, seat.score, bool(seat.forfeit), submitted=True)
            for rank, seat in zip(each.seating, each.game.seating.order_by("number"), strict=True)
        ]


def test_standings_and_crosstable_follow_changes_of_the_policy(mixed):
    everything = ("exact", "chance_unproven")
    first = table_rows(mixed)
    for policy, verdicts in ((LEGAL, everything), (EXACT, ("exact",)), (LEGAL, everything)):
        tournament_set_submitted_games(mixed, submitted_games=policy)

        assert entrant_tallies(mixed) == tally_entrants(results(mixed, *verdicts))
        assert pair_tallies(mixed) == tally_pairs(results(mixed, *verdicts))
        games = 1 + len(verdicts)
        assert [(row[1], row[2]) for row in table_rows(mixed)] == [(games, games)] * 2
        progress = tournament_progress(mixed)
        assert (progress.submitted, progress.not_counted, progress.counted) == (games, 3 - games, games)
        cells = [cell for row in tournament_crosstable(mixed).rows for cell in row.cells if cell]
        assert [(cell.games, cell.submitted) for cell in cells] == [(games, games)] * 2
    assert table_rows(mixed) == first
    assert EnteredGame.objects.filter(tournament=mixed).count() == 3


def test_planned_and_submitted_games_add_up_and_say_how_many_were_submitted():
    bots = bots_of("owner", "ann", "ben", transport="builtin", parameters={"builtin": "random"})
    tournament = make_open_play(*bots, format=Format.ROUND_ROBIN, policy=EXACT)
    planned = PlannedGame.objects.filter(tournament=tournament).order_by("pk").first()
    submit_records(tournament, record(1), record(2))
    chunk_append(chunk=[Appending(planned.game_id, 0, log_of(planned.game))])

    assert [(row[1], row[2]) for row in table_rows(tournament)] == [(3, 2)] * 2
    checks = tournament_verification(tournament)
    assert (checks.exact, checks.unverified) == (2, 1)
    assert games_of_tournament(Game.objects.all(), tournament).count() == 4
    counts = tournament_game_counts(tournament.pk)
    assert (counts.planned, counts.waiting, counts.submitted, counts.not_counted) == (2, 1, 2, 0)
    shown = tournament_list().get()
    assert (shown.games_planned, shown.games_submitted, shown.format) == (2, 2, "round_robin")
    tournament_set_submitted_games(tournament, submitted_games=REFUSED)
    assert [(row[1], row[2]) for row in table_rows(tournament)] == [(1, 0)] * 2
    assert tournament_list().get().games_submitted == 0


def test_records_of_bots_include_only_counted_games(mixed):
    ann = mixed.entrants.get(name="ann").bot_id

    def returned():
        record = [(row.tournaments, row.games, row.submitted) for row in bot_record(ann)]
        met = [(row.name, row.games, row.submitted) for row in bot_opponents(ann)]
        return record, met, bot_counted_games().get(ann, 0)

    assert returned() == ([(1, 3, 3)], [("ben", 3, 3)], 3)
    tournament_set_submitted_games(mixed, submitted_games=EXACT)
    assert returned() == ([(1, 2, 2)], [("ben", 2, 2)], 2)
    submit_records(None, record(9))
    finished_game(bots=list(bots_of("owner", "ann", "ben")))
    assert returned() == ([(1, 2, 2)], [("ben", 2, 2)], 3)


def test_a_loaded_game_knows_its_tournament(mixed):
    def at_hand(**fields):
        return Game.objects.select_related("entered_game__tournament", "planned_game__tournament").get(
            **fields
        )

    unproven = at_hand(verdict="chance_unproven")
    assert (game_tournament(unproven), game_is_counted(unproven)) == (mixed, True)
    tournament_set_submitted_games(mixed, submitted_games=EXACT)
    assert (game_tournament(unproven), game_is_counted(at_hand(pk=unproven.pk))) == (mixed, False)
    submit_records(None, record(9))
    alone = at_hand(entered_game=None)
    assert (game_tournament(alone), game_is_counted(alone)) == (None, False)


def test_the_number_of_queries_does_not_depend_on_the_number_of_games(mixed, django_assert_num_queries):
    for texts in ([], [record(number) for number in range(20, 26)]):
        if texts:
            submit_records(mixed, *texts)
        with django_assert_num_queries(2):
            table_rows(mixed)
        with django_assert_num_queries(1):
            tournament_game_counts(mixed.pk)
        with django_assert_num_queries(2):
            tournament_verification(mixed)

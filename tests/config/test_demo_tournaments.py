"""The demo has a small tournament of each ruleset, created once."""

import pytest

from config.demo.tournaments import DEMO_TOURNAMENTS, demo_tournaments_ensure
from engine.bots import list_names
from engine.rulesets.registry import all_rulesets
from tournaments.models import PlannedGame, TournamentStatus
from tournaments.planning.lifecycle import MAX_PLANNED_GAMES

pytestmark = pytest.mark.django_db(transaction=True)

SHIPPED = ("moon-river@1", "goldgraeber@1")


def test_every_shipped_ruleset_has_a_demo_tournament():
    assert {ruleset.key for ruleset in all_rulesets()} >= set(SHIPPED)
    assert [wanted.ruleset for wanted in DEMO_TOURNAMENTS] == list(SHIPPED)


def test_demo_tournaments_are_created_once_with_all_bots_of_the_ruleset():
    made = demo_tournaments_ensure()

    assert [tournament.status for tournament in made] == [TournamentStatus.RUNNING] * len(made)
    for tournament in made:
        assert {entrant.bot.name for entrant in tournament.entrants.all()} == set(
            list_names(tournament.ruleset)
        )
    assert [tournament.pk for tournament in demo_tournaments_ensure()] == [each.pk for each in made]


def test_demo_tournaments_are_small():
    demo_tournaments_ensure()

    assert PlannedGame.objects.count() <= 40 < MAX_PLANNED_GAMES

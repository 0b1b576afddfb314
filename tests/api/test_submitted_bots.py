"""Players of submitted games: bots of the submitter, never of another user."""

import pytest

from games.models import Bot, Game, Seat
from games.queries import bot_game_counts
from tests.api.client import SchemaClient, faults, problem, user_named
from tests.api.submitting import submitted
from tests.games.factories import BotFactory
from tests.games.records import record
from tournaments.results import bot_opponents, bot_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(db: None) -> Bot:
    """A bot of the organiser's."""
    return BotFactory.create(name="ann", owner=user_named("organiser"))


def test_players_with_names_of_the_submitters_bots_are_those_bots(organiser: SchemaClient, mine: Bot):
    BotFactory.create(name="ben", owner=user_named("other"))

    submitted(organiser, record())

    assert list(Seat.objects.order_by("number").values_list("player", "bot__name")) == [
        ("ann", "ann"),
        ("ben", None),
    ]


def test_a_bot_can_be_named_for_a_player(organiser: SchemaClient, mine: Bot):
    BotFactory.create(name="rival", owner=user_named("organiser"))

    submitted(organiser, record(), bots='{"ann": "rival", "ben": "ann", "nobody": "ann"}')

    assert list(Seat.objects.order_by("number").values_list("bot__name", flat=True)) == ["rival", "ann"]


@pytest.mark.parametrize("owner", [None, "other"])
def test_a_bot_of_another_user_is_refused(owner: str | None, organiser: SchemaClient):
    BotFactory.create(name="rival", owner=owner and user_named(owner))

    response = submitted(organiser, record(), bots='{"ann":"rival"}')

    assert problem(response) == (403, "not_your_bot")
    assert faults(response) == {("bots", "not_your_bot")}
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        ("{", "wrong_type"),
        ("[]", "wrong_type"),
        ('{"ann":1}', "wrong_type"),
        ('{"ann":null}', "wrong_type"),
        ('{"ann":"a","ann":"b"}', "wrong_type"),
        ('{"ann":"\\u0000"}', "bad_character"),
        ('{"ann":"nobody"}', "not_found"),
        ("", "blank"),
    ],
)
def test_an_invalid_parameter_bots_is_refused(bots: str, code: str, organiser: SchemaClient):
    response = submitted(organiser, record(), bots=bots)

    assert problem(response) == (400, "invalid_parameters")
    assert faults(response) == {("bots", code)}


def test_a_bot_is_matched_only_in_rulesets_it_plays(organiser: SchemaClient, mine: Bot):
    Bot.objects.update(rulesets=["goldgraeber@1"])

    named = submitted(organiser, record(), bots='{"ann":"ann"}')
    by_its_name = submitted(organiser, record())

    assert (named.status_code, named.json()["fault"]["code"]) == (422, "bot_plays_other_rulesets")
    assert by_its_name.status_code == 201
    assert not Seat.objects.filter(bot__isnull=False).exists()


def test_submitted_games_count_in_no_record_of_a_bot(organiser: SchemaClient, mine: Bot):
    rival = BotFactory.create(name="ben", owner=user_named("organiser"))

    submitted(organiser, record())

    assert Seat.objects.filter(bot__in=[mine, rival], place__isnull=False).count() == 2
    assert bot_record(mine.pk) == ()
    assert bot_opponents(mine.pk) == ()
    assert bot_game_counts() == {}


@pytest.mark.parametrize(
    "query", [{"dry_run": "yes"}, {"dry_run": "1"}, {"dry": "true"}, {"tournament": "x"}]
)
def test_other_parameters_are_refused(query: dict[str, str], organiser: SchemaClient):
    assert problem(submitted(organiser, record(), **query)) == (400, "invalid_parameters")

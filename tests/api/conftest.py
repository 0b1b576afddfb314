"""Fixtures of the API's tests: clients in every role, and what they may ask about."""

from collections.abc import Iterator
from unittest import mock

import pytest
from django.core.cache import cache

from api.limits import SlotPool
from api.streaming import chunked as streaming
from api.streaming import events as api_streams
from games.bots import bot_create_remote
from games.models import Bot, Game
from tests.api.client import Role, SchemaClient, client_of, user_named
from tests.api.play import table
from tests.api.streaming import end_processes, server_processes
from tests.games.factories import BotFactory, finished_game, kept_seed, running_game
from tests.games.listening import Elsewhere, elsewhere
from tests.kept import kept_rows as kept_rows  # a fixture: pytest finds it here
from tournaments.models import Tournament
from tournaments.planning import tournament_create

#: What the throttles look their rates up in.
RATES = "rest_framework.settings.api_settings.DEFAULT_THROTTLE_RATES"

ANYONE = Role()
OTHER = Role("other")
ORGANISER = Role("organiser")
STAFF = Role("staff", is_staff=True)


@pytest.fixture(autouse=True)
def _nothing_counted() -> Iterator[None]:
    """Throttle no test that sets no rates, and give each test slots of its own."""
    cache.clear()
    exports, streams = SlotPool(full_code="too_many_exports"), SlotPool(full_code="too_many_streams")
    with mock.patch.dict(RATES, clear=True), mock.patch.object(streaming, "_open", exports):
        with mock.patch.object(api_streams, "_open", streams):
            yield


@pytest.fixture
def anyone(db: None) -> SchemaClient:
    """A client without a token."""
    return client_of(ANYONE)


@pytest.fixture
def other(db: None) -> SchemaClient:
    """A client with the token of a user to whom nothing belongs."""
    return client_of(OTHER)


@pytest.fixture
def organiser(db: None) -> SchemaClient:
    """A client with the token of the user who created the tournament."""
    return client_of(ORGANISER)


@pytest.fixture
def staff(db: None) -> SchemaClient:
    """A client with a token of staff."""
    return client_of(STAFF)


def three_bots() -> list[Bot]:
    """Make the three bots."""
    return Bot.objects.bulk_create(BotFactory.build(name=name) for name in ("greedy", "random", "rancher"))


def spring_round_up(bots: list[Bot]) -> Tournament:
    """Make the organiser's tournament."""
    return tournament_create(
        name="Spring Round-up",
        ruleset="moon-river@1",
        options={"mode": "base"},
        seats=2,
        bots=bots,
        created_by=user_named("organiser"),
    )


@pytest.fixture
def bots(db: None) -> list[Bot]:
    """Three bots that could be entered."""
    return three_bots()


@pytest.fixture
def tournament(bots: list[Bot]) -> Tournament:
    """A tournament of the organiser's, not started."""
    return spring_round_up(bots)


@pytest.fixture
def game(bots: list[Bot]) -> Game:
    """A finished game, its seed revealed."""
    return finished_game(bots=bots[:2])


@pytest.fixture
def unfinished(bots: list[Bot]) -> Game:
    """A game of which twenty events have been played."""
    return running_game(20, seed=kept_seed())


@pytest.fixture
def rider(bots: list[Bot]) -> Bot:
    """The organiser's remote bot."""
    return bot_create_remote(owner=user_named("organiser"), name="rider")


@pytest.fixture
def live_game(rider: Bot) -> Game:
    """A live game of the rider against a built-in bot, in which the rider is to act."""
    return table("rider", "random", by="organiser")


@pytest.fixture
def open_game(rider: Bot) -> Game:
    """A game the organiser has opened; its seat 1 is open."""
    return table("rider", None, by="organiser")


@pytest.fixture
def there(transactional_db: None) -> Iterator[Elsewhere]:
    """An event loop in another thread that runs the application."""
    # A site that ran here may not have let go yet, and what a listener leaves that was stopped while it connected is
    # garbage, which may lie about for long.
    end_processes(server_processes(listeners=True))
    before = server_processes()
    with elsewhere() as there:
        yield there
    # Threads that have ended let go of their connections some time, and the database is to be emptied now.
    end_processes(set(server_processes()) - set(before))

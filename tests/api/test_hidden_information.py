"""Hidden information: no road of the API leads to a seed or a private event before the game is over."""

from collections.abc import Iterator
from unittest import mock

import pytest

from engine.rulesets.registry import get
from games.event_store import Appending, chunk_append, game_void
from games.models import Game, GameStatus
from tests.api.client import SchemaClient, streamed_content
from tests.games.factories import kept_seed, log_of, running_game, scheduled_games, secret_number

pytestmark = pytest.mark.django_db

SECRET = secret_number(4242)
ROLES = ("anyone", "other", "organiser", "staff")
ROADS = ("", "events/", "record/", "frames/", "frames/?first=1&last=20", "verify/")


def everything(client: SchemaClient, game: Game) -> bytes:
    """Return all responses about a game."""
    responses = [client.get(f"/api/v1/games/{game.pk}/{road}") for road in ROADS]
    responses.append(client.get("/api/v1/games/"))
    responses.append(client.post(f"/api/v1/games/{game.pk}/verify/"))
    exports = (  # one after the other: a client has so many at once
        client.get(f"/api/v1/games/export/{query}") for query in ("", "?status=running", "?status=scheduled")
    )
    return b"".join([*(response.content for response in responses), *map(streamed_content, exports)])


def tells_the_seed(content: bytes) -> bool:
    forms = (SECRET.hex().encode(), SECRET.hex().upper().encode(), SECRET, str(list(SECRET)).encode())
    return any(form in content for form in forms)


@pytest.fixture
def clients(request: pytest.FixtureRequest) -> list[SchemaClient]:
    """A client of each role."""
    return [request.getfixturevalue(role) for role in ROLES]


@pytest.mark.parametrize("events", [1, 20])
@pytest.mark.sampled(1)
def test_no_client_reads_the_seed_of_an_unfinished_game(events: int, clients: list[SchemaClient]):
    game = running_game(events, seed=kept_seed(4242))

    assert not any(tells_the_seed(everything(client, game)) for client in clients)


def test_the_seed_is_secret_while_another_game_dealt_from_it_is_unfinished(clients: list[SchemaClient]):
    done, scheduled = scheduled_games(2, seed=kept_seed(4242))
    chunk_append(chunk=[Appending(done.pk, 0, log_of(done))])

    assert not any(tells_the_seed(everything(client, done)) for client in clients)
    assert clients[0].get(f"/api/v1/games/{done.pk}/").json()["seed"] is None

    game_void(game_id=scheduled.pk, reason="a test")

    assert clients[0].get(f"/api/v1/games/{done.pk}/").json()["seed"] == SECRET.hex()
    assert b'"seed":"' in clients[0].get(f"/api/v1/games/{done.pk}/record/").content


def test_no_client_reads_the_parameters_of_a_bot(staff: SchemaClient, bots: list[object]):
    type(bots[0]).objects.update(parameters={"key": "s3cr3t"})  # type: ignore[attr-defined]

    assert b"s3cr3t" not in staff.get("/api/v1/bots/").content + staff.get("/api/v1/bots/greedy/").content


class TestPrivateEvents:
    """A ruleset that deals columns in private."""

    @pytest.fixture(autouse=True)
    def private(self) -> Iterator[None]:
        with mock.patch.object(type(get("moon-river@1")), "private_kinds", frozenset({"column_dealt"})):
            yield

    def test_have_only_their_hash_until_the_game_is_over(self, clients: list[SchemaClient]):
        game = running_game(20)
        dealt = game.events.filter(kind="column_dealt")
        payloads = [event.payload.encode() for event in dealt]

        content = b"".join(everything(client, game) for client in clients)

        assert payloads
        assert not any(payload in content for payload in payloads)
        returned = clients[0].get(f"/api/v1/games/{game.pk}/events/").json()["results"]
        for event in dealt:
            assert returned[event.seq - 1] == {
                "seq": event.seq,
                "actor": "chance",
                "kind": "column_dealt",
                "hash": bytes(event.chain).hex(),
            }

    def test_have_no_effects_in_frames_until_the_game_is_over(self, anyone: SchemaClient):
        game = running_game(20)

        frames = anyone.get(f"/api/v1/games/{game.pk}/frames/?first=1&last=20").json()["frames"]

        hidden = [frame for frame in frames if frame["event"]["kind"] == "column_dealt"]
        assert hidden
        assert all(frame["effects"] == [] and "data" not in frame["event"] for frame in hidden)

    def test_have_their_data_when_the_game_is_over(self, game: Game, anyone: SchemaClient):
        assert game.status == GameStatus.FINISHED
        for road in ("events/", "frames/?first=1&last=50"):
            assert b'"plots":[' in anyone.get(f"/api/v1/games/{game.pk}/{road}").content

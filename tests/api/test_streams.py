"""Server-sent events: no message is lost or sent twice, and hidden data are never sent."""

import json
from typing import Any

import pytest

from api.auth import token_create
from api.v1.streams.sources import TournamentSource
from games.event_store import game_void
from games.models import Bot, Game, Seat
from games.queries import game_events
from tests.api.client import SchemaClient, user_named
from tests.api.streaming import (
    HEARTBEAT,
    RETRY,
    Message,
    Stream,
    address,
    append,
    end_processes,
    server_processes,
)
from tests.games.factories import BotFactory, finished_game, kept_seed, log_of, running_game, secret_number
from tests.games.goldgraeber_games import Laid, chips_of, scheduled, stored
from tests.games.goldgraeber_games import played as goldgraeber_log
from tests.games.listening import Elsewhere
from tests.games.tampering import remove_events
from tests.tournaments.builders import make_bot
from tournaments.models import Tournament
from tournaments.planning import tournament_cancel, tournament_create, tournament_start
from tournaments.play import WorkerLoop
from tournaments.play.leases import leases_claim


def logged(game: Game, first: int, last: int) -> list[Message]:
    """Return the messages that tell of those events, as the list of events tells of them."""
    returned = SchemaClient().get(f"/api/v1/games/{game.pk}/events/?limit=1000").json()["results"]
    return [Message(str(event["seq"]), "event", event) for event in returned[first - 1 : last]]


class TestGame:
    def test_a_game_that_is_over_is_sent_from_its_first_event_to_its_end(self, there: Elsewhere):
        game = finished_game()

        stream = Stream(there, address(game))

        assert stream.status == 200
        assert stream.headers["content-type"] == "text/event-stream"
        assert stream.headers["cache-control"] == "no-store, no-transform"
        assert stream.headers["x-accel-buffering"] == "no"
        assert stream.next() == RETRY
        *events, end = stream.rest()
        assert events == logged(game, 1, game.head_seq)
        assert end == Message(
            "end",
            "end",
            {
                "game": game.pk,
                "status": "finished",
                "termination": "completed",
                "head": {"seq": game.head_seq, "hash": bytes(game.head_hash).hex()},
            },
        )

    def test_events_are_sent_as_they_are_appended(self, there: Elsewhere):
        game = running_game(20)
        stream = Stream(there, address(game))
        assert stream.take(20) == logged(game, 1, 20)

        append(game, 3)
        assert stream.take(3) == logged(game, 21, 23)
        append(game, 1)
        assert stream.take(1) == logged(game, 24, 24)
        append(game, 1000)
        *events, end = stream.rest()

        assert events == logged(game, 25, len(log_of(game)))
        assert end.event == "end"

    def test_the_stream_of_a_game_that_has_not_begun_waits(self, there: Elsewhere):
        game = scheduled()
        stream = Stream(there, address(game))
        assert stream.next() == RETRY

        stored(game, goldgraeber_log(game, Laid(secret_number(1), chips_of(1)), events=3))

        assert [message.id for message in stream.take(3)] == ["1", "2", "3"]

    def test_the_stream_of_a_voided_game_ends(self, there: Elsewhere):
        game = running_game(5)
        stream = Stream(there, address(game))
        stream.take(5)

        game_void(game_id=game.pk, reason="a test")

        voided, end = stream.rest()
        assert voided.data["kind"] == "game_voided"
        assert end.data["status"] == "voided"

    @pytest.mark.parametrize("header", [True, False])
    def test_a_client_that_reconnects_gets_the_events_since(self, header: bool, there: Elsewhere):
        game = finished_game()
        headers = {"last_event_id": "30"} if header else {}

        stream = Stream(there, address(game, "" if header else "?last_event_id=30"), **headers)

        assert stream.rest()[:-1] == logged(game, 31, game.head_seq)

    def test_the_header_takes_precedence_over_the_parameter(self, there: Elsewhere):
        game = finished_game()

        stream = Stream(there, address(game, "?last_event_id=3"), last_event_id="30")

        assert stream.take(1)[0].id == "31"

    def test_a_client_that_has_received_the_end_gets_status_204(self, there: Elsewhere):
        stream = Stream(there, address(finished_game()), last_event_id="end")

        assert stream.status == 204
        assert stream.content() == b""

    def test_a_client_that_has_received_all_but_the_end_gets_the_end(self, there: Elsewhere):
        game = finished_game()

        stream = Stream(there, address(game), last_event_id=str(game.head_seq))

        assert [message.event for message in stream.rest()] == ["end"]

    def test_the_stream_of_a_log_that_lacks_events_ends(self, there: Elsewhere):
        game = finished_game()
        remove_events(game.pk, 31)

        returned = Stream(there, address(game)).rest()

        assert [message.id for message in returned] == [*map(str, range(1, 31)), "end"]

    def test_no_event_is_lost_when_the_listener_loses_its_connection(self, there: Elsewhere):
        game = running_game(5)
        stream = Stream(there, address(game))
        stream.take(5)

        for count in (2, 1, 4):
            end_processes(server_processes(listeners=True))
            append(game, count)

        assert [message.id for message in stream.take(7)] == [str(number) for number in range(6, 13)]


class TestSecrets:
    """With a game of Goldgräber in which seats have peeked."""

    @pytest.fixture
    def game(self, transactional_db: None) -> Game:
        game = scheduled(seed=kept_seed(1))
        for seat in Seat.objects.filter(game=game):
            seat.bot = BotFactory.create(name=f"bot-{seat.number}", owner=user_named(f"owner-{seat.number}"))
            seat.save()
        return stored(game, goldgraeber_log(game, Laid(secret_number(1), chips_of(1)), events=130))

    def peeks(self, there: Elsewhere, game: Game, name: str | None) -> list[bool]:
        """Return for each peek whether that user's stream tells what was seen."""
        headers = {}
        if name is not None:
            secret = token_create(owner=user_named(name), name="a test's").secret
            headers["authorization"] = f"Bearer {secret}"
        stream = Stream(there, address(game), **headers)
        returned = [message.data for message in stream.take(130)]
        stream.leave()
        return ["data" in event for event in returned if event["kind"] == "chips_peeked"]

    @pytest.mark.parametrize("name", [None, "somebody"])
    def test_spectators_get_peeks_without_their_data(self, name: str | None, game: Game, there: Elsewhere):
        returned = self.peeks(there, game, name)

        assert len(returned) > 2
        assert not any(returned)

    def test_the_owner_of_a_seat_gets_the_data_of_its_peeks(self, game: Game, there: Elsewhere):
        heard = [self.peeks(there, game, f"owner-{seat}") for seat in range(3)]

        expected = [
            [
                line.payload is not None
                for line in game_events(game.pk, viewer=seat)
                if line.kind == "chips_peeked"
            ]
            for seat in range(3)
        ]
        assert heard == expected
        assert [sum(seats) for seats in zip(*heard, strict=True)] == [1] * len(heard[0])

    def test_the_owner_of_several_seats_gets_the_data_of_all_their_peeks(self, game: Game, there: Elsewhere):
        one, two = (self.peeks(there, game, f"owner-{seat}") for seat in (0, 1))
        Bot.objects.filter(name="bot-1").update(owner=user_named("owner-0"))

        both = self.peeks(there, game, "owner-0")

        assert both == [either or other for either, other in zip(one, two, strict=True)]

    def test_no_message_has_the_seed(self, game: Game, there: Elsewhere):
        stream = Stream(there, address(game))
        returned = json.dumps(stream.take(130))
        stream.leave()

        assert secret_number(1).hex() not in returned


class TestTournament:
    @pytest.fixture
    def short_pauses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the stream send again soon after it has sent something."""
        monkeypatch.setattr(TournamentSource, "pause", 0.05)

    @pytest.fixture
    def tournament(self, transactional_db: None) -> Tournament:
        made = tournament_create(
            name="Followed",
            ruleset="moon-river@1",
            options={"mode": "base"},
            seats=2,
            bots=[make_bot("ann"), make_bot("ben")],
            deals=2,
        )
        return tournament_start(made)

    def stream(self, there: Elsewhere, tournament: Tournament, **headers: str) -> Stream:
        return Stream(there, f"/api/v1/tournaments/{tournament.pk}/stream/", **headers)

    def test_the_first_message_is_the_progress_so_far(self, tournament: Tournament, there: Elsewhere):
        stream = self.stream(there, tournament)

        assert stream.take(1) == [
            Message(
                None,
                "progress",
                {
                    "tournament": tournament.pk,
                    "status": "running",
                    "planned": 4,
                    "waiting": 4,
                    "playing": 0,
                    "finished": 0,
                    "voided": 0,
                    "stuck": 0,
                    "submitted": 0,
                    "not_counted": 0,
                },
            )
        ]
        stream.leave()

    def test_a_tournament_is_followed_to_its_end(self, tournament: Tournament, there: Elsewhere):
        stream = self.stream(there, tournament)
        stream.take(1)

        WorkerLoop("worker").run(tournament.pk, seconds=60)

        *progress, end = stream.rest()
        counts = [message.data["finished"] for message in progress]
        assert counts == sorted(set(counts))
        assert counts[-1] == 4
        assert (end.id, end.event) == ("end", "end")
        assert end.data == progress[-1].data
        assert end.data["status"] == "finished"

    def test_a_change_that_leaves_the_counts_as_they_are_sends_nothing(
        self, tournament: Tournament, there: Elsewhere, short_pauses: None, settings: Any
    ):
        settings.API_STREAM_HEARTBEAT = 0.05
        stream = self.stream(there, tournament)
        stream.take(1)

        assert [stream.next() for _ in range(3)] == [HEARTBEAT] * 3
        leases_claim(tournament.pk, worker="w", limit=1)
        assert stream.take(1)[0].data["playing"] == 1
        stream.leave()

    def test_the_stream_of_a_cancelled_tournament_ends(
        self, tournament: Tournament, there: Elsewhere, short_pauses: None
    ):
        stream = self.stream(there, tournament)
        stream.take(1)

        tournament_cancel(tournament)

        assert stream.rest()[-1].data["status"] == "cancelled"

    def test_a_client_that_has_received_the_end_gets_status_204(
        self, tournament: Tournament, there: Elsewhere
    ):
        assert self.stream(there, tournament, last_event_id="end").status == 204

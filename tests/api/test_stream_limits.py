"""Limits of streams: refusals are problems, and a waiting stream holds neither a thread nor a connection."""

import gc
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.auth import token_create
from api.streaming.events import count_open_streams
from games.realtime import listener as live
from tests.api.client import SchemaClient, user_named
from tests.api.streaming import (
    HEARTBEAT,
    REQUEST_THREADS,
    Ended,
    Stream,
    address,
    append,
    server_processes,
)
from tests.games.factories import finished_game, running_game
from tests.games.listening import Elsewhere
from tests.tournaments.builders import make_tournament
from tests.waiting import wait_until


class TestRefusals:
    def problem(self, stream: Stream) -> tuple[int, str]:
        assert stream.headers["content-type"] == "application/problem+json"
        return stream.status, json.loads(stream.content())["code"]

    def test_unknown_games_and_tournaments_are_not_found(self, there: Elsewhere):
        for subject in ("games", "tournaments"):
            stream = Stream(there, f"/api/v1/{subject}/4711/stream/")
            assert self.problem(stream) == (404, "not_found")

    @pytest.mark.parametrize("given", ["-1", "x", "1.5", "²", "9" * 30, "21", "END", ""])
    def test_an_id_that_no_message_has_is_refused(self, given: str, there: Elsewhere):
        game = running_game(20)
        header = Stream(there, address(game), last_event_id=given.encode().decode("latin-1"))

        assert self.problem(header) == (400, "invalid_parameters")

    def test_other_parameters_are_refused(self, there: Elsewhere):
        stream = Stream(there, address(running_game(5), "?from=3"))

        assert self.problem(stream) == (400, "invalid_parameters")

    def test_a_bad_token_is_refused(self, there: Elsewhere):
        stream = Stream(there, address(running_game(5)), authorization="Bearer rodeo_x")

        assert self.problem(stream) == (401, "invalid_token")

    def test_another_media_type_is_refused(self, there: Elsewhere):
        stream = Stream(there, address(running_game(5)), accept="application/json")

        assert self.problem(stream) == (406, "not_acceptable")

    def test_a_stream_above_the_limit_of_the_process_is_refused(self, there: Elsewhere, settings: Any):
        settings.API_MAX_STREAMS = 1
        game = running_game(5)
        first = Stream(there, address(game))
        first.take(5)

        second = Stream(there, address(game))
        assert self.problem(second) == (503, "too_many_streams")
        assert second.headers["retry-after"] == "30"
        first.leave()

        assert Stream(there, address(game)).status == 200

    def test_a_stream_above_the_limit_of_one_client_is_refused(self, there: Elsewhere, settings: Any):
        settings.API_MAX_OWN_STREAMS = 1
        game = running_game(5)
        secret = token_create(owner=user_named("organiser"), name="a test's").secret
        shown = {"authorization": f"Bearer {secret}"}
        first, own = Stream(there, address(game)), Stream(there, address(game), **shown)
        assert (first.status, own.status) == (200, 200)

        second = Stream(there, address(game))
        assert self.problem(second) == (429, "too_many_at_once")
        assert second.headers["retry-after"] == "30"
        assert self.problem(Stream(there, address(game), **shown)) == (429, "too_many_at_once")
        tournament = make_tournament(ruleset="moon-river@1", options={"mode": "base"}, start=False)
        another = Stream(there, f"/api/v1/tournaments/{tournament.pk}/stream/")
        assert self.problem(another) == (429, "too_many_at_once")
        first.leave()

        again = Stream(there, address(game))
        assert again.status == 200
        for stream in (own, again):
            stream.leave()

    @pytest.mark.long
    def test_a_stream_counts_from_the_moment_its_view_returns(
        self, there: Elsewhere, settings: Any, anyone: SchemaClient
    ):
        settings.API_MAX_STREAMS = 2
        game = running_game(5)
        promised = [anyone.get(address(game)) for _ in range(2)]

        assert self.problem(Stream(there, address(game))) == (503, "too_many_streams")
        assert count_open_streams() == 2

        promised[0].close()
        promised.pop()  # forgotten, as one whose client was gone before it began
        gc.collect()
        assert count_open_streams() == 0

    def test_requests_at_once_do_not_exceed_the_limit(self, there: Elsewhere, settings: Any):
        settings.API_MAX_OWN_STREAMS = 3
        game = running_game(5)

        with ThreadPoolExecutor(8) as pool:
            streams = list(pool.map(lambda _: Stream(there, address(game)), range(8)))

        assert sorted(stream.status for stream in streams) == [200] * 3 + [429] * 5
        assert count_open_streams() == 3
        for stream in streams:
            if stream.status == 200:
                stream.leave()
        assert count_open_streams() == 0


class TestResources:
    def test_a_client_that_disconnects_leaves_nothing_open(self, there: Elsewhere):
        stream = Stream(there, address(running_game(5)))
        stream.take(5)
        assert count_open_streams() == 1

        stream.leave()

        assert count_open_streams() == 0
        assert not live._listeners[there.loop]._subscribers

    @pytest.mark.long
    def test_many_waiting_streams_hold_no_thread_and_no_connection(self, there: Elsewhere):
        game = running_game(5)
        threads = threading.active_count()
        connections = len(server_processes(listeners=False))

        streams = [Stream(there, address(game)) for _ in range(25)]
        for stream in streams:
            stream.take(5)
        wait_until(lambda: len(server_processes(listeners=False)) <= connections + REQUEST_THREADS)

        # Streams share the reading threads and the request threads, which keep their connections.
        wait_until(lambda: threading.active_count() <= threads + 6 + REQUEST_THREADS)
        assert len(server_processes(listeners=True)) == 1
        append(game, 1)
        assert [stream.take(1)[0].id for stream in streams] == ["6"] * 25
        for stream in streams:
            stream.leave()

    def test_a_stream_sends_heartbeats(self, there: Elsewhere, settings: Any):
        settings.API_STREAM_HEARTBEAT = 0.05
        stream = Stream(there, address(running_game(1)))
        stream.take(1)

        assert [stream.next() for _ in range(3)] == [HEARTBEAT] * 3
        stream.leave()

    def test_the_log_is_queried_at_a_heartbeat_without_a_notification(
        self, there: Elsewhere, settings: Any, monkeypatch: pytest.MonkeyPatch
    ):
        settings.API_STREAM_HEARTBEAT = 0.1
        game = running_game(1)
        stream = Stream(there, address(game))
        stream.take(1)
        monkeypatch.setattr(live, "parse_topics", lambda payload: [])

        append(game, 2)

        assert [message.id for message in stream.take(2)] == ["2", "3"]
        stream.leave()

    def test_a_stream_ends_after_its_time(self, there: Elsewhere, settings: Any):
        settings.API_STREAM_SECONDS = 0.0
        game = running_game(5)

        assert [message.id for message in Stream(there, address(game)).rest()] == ["1", "2", "3", "4", "5"]

    def test_streams_end_when_the_process_stops(self, there: Elsewhere):
        stream = Stream(there, address(running_game(5)))
        stream.take(5)

        there.loop.call_soon_threadsafe(live._listeners[there.loop].close)

        assert stream.rest() == []
        assert count_open_streams() == 0

    def test_a_head_request_is_answered_at_once(self, there: Elsewhere):
        stream = Stream(there, address(running_game(5)), method="HEAD")

        assert stream.status == 200
        assert stream.headers["content-type"] == "text/event-stream"
        assert stream.content() == b""


def test_a_stream_ends_like_any_response(there: Elsewhere):
    stream = Stream(there, address(finished_game()))
    stream.rest()

    with pytest.raises(Ended):
        stream.next()

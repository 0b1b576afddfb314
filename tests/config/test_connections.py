"""Database connections of the site: threads keep them and check them before use; an outage delays no request."""

import http.client
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connections

from tests.api.serving import served
from tests.api.streaming import end_processes, server_processes

pytestmark = pytest.mark.django_db(transaction=True)

#: More than the site has threads.
REQUESTS = 24


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """The site behind a web server in this process, with persistent connections as in production."""
    cache.clear()
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 600)
    with served("httptools") as address:
        yield address
    end_processes(server_processes())


def status_and_code(address: tuple[str, int]) -> tuple[int, str]:
    """Ask for the list of games and return the response's status and the problem's code."""
    connection = http.client.HTTPConnection(*address, timeout=20)
    connection.request("GET", "/api/v1/games/", headers={"Host": "localhost"})
    answer = connection.getresponse()
    content = json.loads(answer.read())
    connection.close()
    return answer.status, content.get("code", "")


def test_a_thread_keeps_its_connection_between_requests(site: tuple[str, int]):
    before = set(server_processes())
    assert status_and_code(site) == (200, "")
    (kept,) = set(server_processes()) - before

    assert status_and_code(site) == (200, "")
    assert set(server_processes()) - before == {kept}


def test_a_connection_the_server_has_ended_is_replaced(site: tuple[str, int]):
    assert status_and_code(site) == (200, "")
    end_processes(server_processes())

    assert status_and_code(site) == (200, "")


def test_requests_during_an_outage_are_refused_at_once_and_the_first_after_it_succeeds(
    site: tuple[str, int], monkeypatch: pytest.MonkeyPatch
):
    def ask(_: int) -> tuple[int, str]:
        return status_and_code(site)

    with ThreadPoolExecutor(REQUESTS) as clients:
        assert set(clients.map(ask, range(REQUESTS))) == {(200, "")}
        end_processes(server_processes())
        with monkeypatch.context() as outage:
            outage.setitem(connections.settings["default"], "HOST", "/nowhere")
            began = time.monotonic()
            assert set(clients.map(ask, range(REQUESTS))) == {(503, "unavailable")}
            assert time.monotonic() - began < 2

        assert status_and_code(site) == (200, "")


def test_every_connection_notices_within_seconds_that_the_servers_host_has_vanished():
    connection = connections["default"]
    connection.ensure_connection()

    chosen = {
        name: int(value)
        for name, value in connection.connection.info.get_parameters().items()
        if value.isdigit()
    }

    assert chosen["connect_timeout"] <= 2
    assert chosen["tcp_user_timeout"] <= 5000
    probes = chosen["keepalives_count"] * chosen["keepalives_interval"]
    assert chosen["keepalives_idle"] + probes <= 11

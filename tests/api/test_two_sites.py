"""Two web processes on one database: both report what either appends, and stopping one ends its streams at once."""

import http.client
import signal
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from games.models import Game
from tests.api.streaming import Message, address, append, end_processes, parsed, server_processes
from tests.games.factories import running_game
from tests.processes import RunningSite, environment_of_test
from tests.waiting import wait_until

pytestmark = pytest.mark.long


class OpenStream:
    """A stream of a running site, as a browser has it open."""

    def __init__(self, site: RunningSite, path: str) -> None:
        parts = urlsplit(site.url)
        self._connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=30)
        self._connection.request("GET", path, headers={"Accept": "text/event-stream"})
        self.response = self._connection.getresponse()
        assert self.response.status == 200, self.response.read()

    def take(self, count: int) -> list[Message]:
        """Return that number of messages."""
        return list(islice(self._messages(), count))

    def rest(self) -> list[Message]:
        """Return the messages until the response ends in order; any other end raises."""
        return list(self._messages())

    def leave(self) -> None:
        """Break the connection off."""
        self._connection.close()

    def _messages(self) -> Iterator[Message]:
        lines: list[str] = []
        while line := self.response.readline():
            if line != b"\n":
                lines.append(line.decode().rstrip("\n"))
                continue
            message = parsed("\n".join(lines))
            lines.clear()
            if message.event not in ("comment", "retry"):
                yield message


@pytest.fixture
def sites(transactional_db: None, tmp_path: Path) -> Iterator[list[RunningSite]]:
    wait_until(lambda: not server_processes(listeners=True), seconds=15)  # an earlier site lets go at last
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        made.append(RunningSite(folder, environment=environment_of_test(ALLOWED_HOSTS="127.0.0.1")))
    for site in made:
        site.start()
    yield made
    for site in made:
        site.stop()


def numbers(messages: list[Message]) -> list[int]:
    return [int(str(message.id)) for message in messages]


def test_both_sites_send_every_event_although_their_listeners_fail(sites: list[RunningSite]):
    game = running_game(10)
    streams = [OpenStream(site, address(game, "?last_event_id=8")) for site in sites for _ in range(3)]
    assert [numbers(stream.take(2)) for stream in streams] == [[9, 10]] * 6
    assert len(server_processes(listeners=True)) == 2

    append(game, 2)
    assert [numbers(stream.take(2)) for stream in streams] == [[11, 12]] * 6
    end_processes(server_processes(listeners=True))
    append(game, 2)
    assert [numbers(stream.take(2)) for stream in streams] == [[13, 14]] * 6
    append(game, 1)
    assert [numbers(stream.take(1)) for stream in streams] == [[15]] * 6

    _stop_one(sites, streams, game)


def _stop_one(sites: list[RunningSite], streams: list[OpenStream], game: Game) -> None:
    """Stop the first site while pages are open: their responses end in order, it exits soon, the second continues."""
    first = sites[0].process
    assert first is not None
    began = time.monotonic()
    first.send_signal(signal.SIGINT)

    assert [stream.rest() for stream in streams[:3]] == [[], [], []]
    first.wait(10)
    assert time.monotonic() - began < 3
    assert "Traceback" not in sites[0].output()
    append(game, 1)
    assert [numbers(stream.take(1)) for stream in streams[3:]] == [[16]] * 3
    for stream in streams:
        stream.leave()
    assert "Traceback" not in sites[1].output()

"""Over a real connection, who sends too much reads why: the answer is not lost in a connection that is reset."""

import json
import select
import socket
import time
from collections.abc import Iterator

import pytest

from api.http import body_limits as bodies
from tests.api.serving import served

KIB = 1024

#: A piece of a body in chunks, as long on the wire as it says.
CHUNK = b"10000\r\n" + b"x" * 64 * KIB + b"\r\n"


@pytest.fixture(scope="module", params=["h11", "httptools"])
def address(request: pytest.FixtureRequest) -> Iterator[tuple[str, int]]:
    with served(request.param) as address:
        yield address


@pytest.fixture
def connection(address: tuple[str, int]) -> Iterator[socket.socket]:
    with socket.create_connection(address, timeout=20) as made:
        yield made


def head(path: str, length: str) -> bytes:
    lines = (f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", length)
    return "\r\n".join((*lines, "", "")).encode()


def returned(connection: socket.socket) -> tuple[int, str]:
    """Return status and code of the answer, which must be whole."""
    with connection.makefile("rb") as answer:
        status = int(answer.readline().split()[1])
        headers = dict(line.lower().rstrip().split(b": ", 1) for line in iter(answer.readline, b"\r\n"))
        assert headers[b"connection"] == b"close"
        content = answer.read(int(headers[b"content-length"]))
    return status, json.loads(content)["code"]


@pytest.mark.parametrize("path", ["/api/v1/tournaments/", "/api/v1/bots/"])
@pytest.mark.sampled(1)
def test_who_sends_everything_before_reading_reads_the_answer(path: str, connection: socket.socket):
    connection.sendall(head(path, "Transfer-Encoding: chunked"))
    for _ in range(100):
        connection.sendall(CHUNK)
    connection.sendall(b"0\r\n\r\n")

    assert returned(connection) == (413, "body_too_large")
    assert connection.recv(1) == b""


def test_who_says_beforehand_that_it_is_too_much_may_send_it_and_reads_the_answer(connection: socket.socket):
    body = b"x" * 6400 * KIB
    connection.sendall(head("/api/v1/tournaments/", f"Content-Length: {len(body)}"))
    connection.sendall(body)

    assert returned(connection) == (413, "body_too_large")
    assert connection.recv(1) == b""


def test_who_never_ends_is_answered_while_sending(connection: socket.socket):
    connection.sendall(head("/api/v1/tournaments/", "Transfer-Encoding: chunked"))
    sent = 0
    while not select.select([connection], [], [], 0)[0]:
        connection.sendall(CHUNK)
        sent += 1
        assert sent < 2000, "an answer comes long before"
    for _ in range(20):
        connection.sendall(CHUNK)

    assert returned(connection) == (413, "body_too_large")


def test_who_goes_on_for_too_long_is_cut_off(connection: socket.socket, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bodies, "_DRAINED_BYTES", 10 * len(CHUNK))
    connection.sendall(head("/api/v1/tournaments/", "Transfer-Encoding: chunked"))

    with pytest.raises(ConnectionError):
        for _ in range(2000):
            connection.sendall(CHUNK)


@pytest.mark.sampled(1)
def test_who_stops_in_the_middle_is_not_waited_for_for_long(
    connection: socket.socket, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bodies, "_DRAINED_SECONDS", 0.2)
    began = time.monotonic()
    connection.sendall(head("/api/v1/tournaments/", "Transfer-Encoding: chunked") + CHUNK + CHUNK)

    assert returned(connection) == (413, "body_too_large")
    assert connection.recv(1) == b""
    assert time.monotonic() - began < 4

"""
The request handler: kept threads, a queue that disconnected clients leave, and streams and uploads that hold no thread.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import get_script_prefix, path
from django.utils import translation

from config.web import ThreadPoolHandler, handler

#: What the view `waiting` waits for, in its thread.
may_go_on = threading.Event()
#: How streams ended.
ends: list[str] = []


class Unhandled(BaseException):
    """An exception from which Django makes no response."""


def speaking(request: HttpRequest) -> HttpResponse:
    before = translation.get_language()
    translation.activate("de")
    return HttpResponse(f"{before} {get_script_prefix()} {threading.current_thread().name}")


def failing(request: HttpRequest) -> HttpResponse:
    raise ValueError("a view is wrong")


def leaving(request: HttpRequest) -> HttpResponse:
    raise Unhandled


def waiting(request: HttpRequest) -> HttpResponse:
    assert may_go_on.wait(10)
    return HttpResponse()


def slow(request: HttpRequest) -> HttpResponse:
    time.sleep(0.1)
    return HttpResponse()


def streaming(request: HttpRequest) -> StreamingHttpResponse:
    async def pieces() -> AsyncIterator[bytes]:
        try:
            yield b"one"
            await asyncio.sleep(10)
        finally:
            ends.append("closed")

    return StreamingHttpResponse(pieces())


def telling(request: HttpRequest) -> StreamingHttpResponse:
    async def pieces() -> AsyncIterator[bytes]:
        yield get_script_prefix().encode()

    return StreamingHttpResponse(pieces())


def reading(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.body)


def sorry(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=500)


VIEWS: list[Callable[[HttpRequest], Any]] = [
    speaking,
    failing,
    leaving,
    waiting,
    slow,
    streaming,
    telling,
    reading,
]
handler500 = "tests.config.test_handler.sorry"
urlpatterns = [path(f"{view.__name__}/", view) for view in VIEWS]


@pytest.fixture(autouse=True)
def small_site() -> Iterator[None]:
    may_go_on.clear()
    ends.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[], DEBUG_PROPAGATE_EXCEPTIONS=False):
        yield
    may_go_on.set()


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """The signals of the start and end of requests."""
    returned: list[str] = []

    def begins(**news: Any) -> None:
        returned.append("begins")

    def is_over(**news: Any) -> None:
        returned.append("ends")

    request_started.connect(begins)
    request_finished.connect(is_over)
    yield returned
    request_started.disconnect(begins)
    request_finished.disconnect(is_over)


class Asked:
    """One request and the messages sent to its client."""

    def __init__(self, site: ThreadPoolHandler, name: str, *, body: bytes = b"", root: str = "") -> None:
        self.sent: list[dict[str, Any]] = []
        self.comes: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        if body:
            self.comes.put_nowait({"type": "http.request", "body": body, "more_body": True})
        else:
            self.comes.put_nowait({"type": "http.request"})
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"{root}/{name}/",
            "root_path": root,
            "query_string": b"",
            "headers": [],
        }
        self.task = asyncio.ensure_future(site(scope, self.comes.get, self._send))

    def leave(self) -> None:
        self.comes.put_nowait({"type": "http.disconnect"})

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def content(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()

    async def _send(self, message: Any) -> None:
        self.sent.append(message)


async def answered(site: ThreadPoolHandler, name: str, **more: Any) -> Asked:
    asked = Asked(site, name, **more)
    await asyncio.wait_for(asked.task, 10)
    return asked


@pytest.mark.parametrize("name", ["speaking", "telling"])
def test_a_request_starts_and_finishes_once(name: str, heard: list[str]):
    assert asyncio.run(answered(ThreadPoolHandler(1), name)).status == 200

    assert heard == ["begins", "ends"]


def test_a_failing_request_finishes_and_its_thread_serves_the_next(heard: list[str]):
    async def ask() -> None:
        site = ThreadPoolHandler(1)
        assert (await answered(site, "failing")).status == 500
        assert heard == ["begins", "ends"]
        with pytest.raises(Unhandled):
            await answered(site, "leaving")
        assert (await answered(site, "speaking")).status == 200

    asyncio.run(ask())


def test_a_request_leaves_no_state_to_the_next_in_its_thread():
    async def ask() -> list[str]:
        site = ThreadPoolHandler(1)
        return [(await answered(site, "speaking", root=root)).content for root in ("", "/below", "")]

    assert asyncio.run(ask()) == ["en / request-0_0", "en /below/ request-0_0", "en / request-0_0"]


def test_streamed_content_knows_the_script_prefix():
    assert asyncio.run(answered(ThreadPoolHandler(1), "telling", root="/below")).content == "/below/"


def test_a_stream_is_closed_when_its_client_disconnects(heard: list[str]):
    async def ask() -> None:
        asked = Asked(ThreadPoolHandler(1), "streaming")
        while not asked.content:
            await asyncio.sleep(0.001)
        asked.leave()
        await asyncio.wait_for(asked.task, 10)

    asyncio.run(ask())

    assert (ends, heard) == (["closed"], ["begins", "ends"])


def test_a_stream_holds_no_thread():
    async def ask() -> int:
        site = ThreadPoolHandler(1)
        stream = Asked(site, "streaming")
        while not stream.content:
            await asyncio.sleep(0.001)
        status = (await answered(site, "speaking")).status
        stream.leave()
        await asyncio.wait_for(stream.task, 10)
        return status

    assert asyncio.run(ask()) == 200


def test_a_body_that_arrives_slowly_holds_no_thread():
    async def ask() -> tuple[int, str]:
        site = ThreadPoolHandler(1)
        slowly = Asked(site, "reading", body=b"half of it")
        status = (await answered(site, "speaking")).status
        slowly.comes.put_nowait({"type": "http.request", "body": b" and the rest"})
        await asyncio.wait_for(slowly.task, 10)
        return status, slowly.content

    assert asyncio.run(ask()) == (200, "half of it and the rest")


def test_a_request_whose_client_leaves_while_it_waits_is_dropped_at_once(heard: list[str]):
    async def ask() -> None:
        site = ThreadPoolHandler(1)
        first = Asked(site, "waiting")
        while not heard:
            await asyncio.sleep(0.001)
        second = Asked(site, "speaking")
        await asyncio.sleep(0.01)
        assert not second.task.done()
        second.leave()
        await asyncio.wait_for(second.task, 1)
        assert second.sent == []
        may_go_on.set()
        await asyncio.wait_for(first.task, 10)
        assert (await answered(site, "speaking")).status == 200

    asyncio.run(ask())

    assert heard == ["begins", "ends"] * 2


def test_abandoned_requests_do_not_keep_the_site_busy():
    async def ask() -> float:
        site = ThreadPoolHandler(4)
        abandoned = [Asked(site, "slow") for _ in range(300)]  # of which the site could process 40 a second
        await asyncio.sleep(0.2)
        for asked in abandoned:
            asked.leave()
        began = time.monotonic()
        assert (await answered(site, "speaking")).status == 200
        took = time.monotonic() - began
        await asyncio.wait_for(asyncio.gather(*(asked.task for asked in abandoned)), 1)
        return took

    assert asyncio.run(ask()) < 1


def test_a_request_cancelled_at_any_moment_returns_its_thread():
    async def ask() -> list[int]:
        site = ThreadPoolHandler(1)
        for steps in range(12):
            cancelled = [Asked(site, "speaking") for _ in range(3)]
            for _ in range(steps):
                await asyncio.sleep(0)
            for asked in cancelled:
                asked.task.cancel()
            await asyncio.gather(*(asked.task for asked in cancelled), return_exceptions=True)
        return [(await answered(site, "speaking")).status for _ in range(2)]

    assert asyncio.run(ask()) == [200, 200]


def test_a_client_that_disconnects_within_the_body_makes_no_request(heard: list[str]):
    async def ask() -> Asked:
        asked = Asked(ThreadPoolHandler(1), "reading", body=b"half of it")
        asked.leave()
        await asyncio.wait_for(asked.task, 10)
        return asked

    assert asyncio.run(ask()).sent == []
    assert heard == []


def test_long_requests_delay_no_other_request():
    async def ask() -> int:
        site = ThreadPoolHandler(1, is_long=lambda scope: scope["path"] == "/waiting/")
        long = [Asked(site, "waiting") for _ in range(handler.LONG_THREADS + 2)]
        status = (await answered(site, "speaking")).status
        assert not any(asked.task.done() for asked in long)
        may_go_on.set()
        await asyncio.gather(*(asked.task for asked in long))
        assert {asked.status for asked in long} == {200}
        return status

    assert asyncio.run(ask()) == 200


def test_a_request_that_finds_the_queue_full_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, heard: list[str]
):
    monkeypatch.setattr(handler, "MAX_WAITING", 1)

    async def ask() -> None:
        site = ThreadPoolHandler(1, overloaded=lambda scope: HttpResponse("later", status=503))
        first = [Asked(site, "waiting") for _ in range(2)]
        while not heard:
            await asyncio.sleep(0.001)
        refused = await answered(site, "speaking")
        assert (refused.status, refused.content) == (503, "later")
        may_go_on.set()
        await asyncio.gather(*(asked.task for asked in first))
        assert [asked.status for asked in first] == [200, 200]
        assert (await answered(site, "speaking")).status == 200

    asyncio.run(ask())

"""The site's own application behind a real web server, in a thread of the test's process."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal
from unittest import mock

import uvicorn

from tests.waiting import wait_until

__all__ = ["served"]


@contextmanager
def served(http: Literal["h11", "httptools"]) -> Iterator[tuple[str, int]]:
    """Serve during a block, with one of the server's two parsers; yield the address."""
    with mock.patch.dict(
        os.environ
    ):  # which a web server sets up for itself, and processes started later must not find
        from config.asgi import application

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(
            uvicorn.Config(application, lifespan="off", access_log=False, log_config=None, http=http)
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield listener.getsockname()
        finally:
            server.should_exit = True
            thread.join(10)
            assert not thread.is_alive(), "the server ends with the block"

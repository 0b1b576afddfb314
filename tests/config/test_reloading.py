"""`make run` restarts the processes when a source file changes, and waits for one when they can't start."""

import os
import signal
import sys
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config import env
from config.demo.reloading import restart_on_changes
from config.demo.supervisor import Part, StopRequested, Supervisor
from tests.config.test_demo import Demo
from tests.config.test_demo import demo as demo

FAIL = (sys.executable, "-S", "-c", "raise SystemExit(3)")


@pytest.mark.long
def test_the_development_server_starts_answers_and_reloads(demo: Demo):
    demo.start("--reload", DEBUG="1").wait_for_line("Rodeo is open")
    demo.wait_until_open()
    assert demo.get("/static/frontend/css/base.css")[0] == 200, "files are served without being collected"
    with pytest.raises(urllib.error.HTTPError) as missing:
        demo.get("/nowhere/")
    assert "DEBUG = True" in missing.value.read().decode()
    demo.wait_for_line("ready.")  # the worker, which the terminal shows too

    os.utime(env.CHECKOUT / "config" / "urls.py")
    demo.wait_for_line("Restarting, because of changes in config/urls.py")
    assert demo.get("/")[0] == 200, "a request waits for the new process"
    demo.wait_for_line("Started server process", times=2)
    demo.wait_for_line("ready.", times=2)

    assert demo.process is not None
    os.killpg(demo.process.pid, signal.SIGINT)
    assert demo.process.wait(30) == 0
    assert demo.returned().endswith("Stopped. `make run` continues from here.\n")
    assert "Traceback" not in demo.returned()


def test_a_part_that_ends_is_reported_once_and_starts_again_with_the_next_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    said: list[str] = []
    supervisor = Supervisor([], said.append)
    part = Part("site", FAIL, tmp_path / "site.log", {})
    supervisor.start(part)
    assert part.process is not None
    part.process.wait()

    def changes(*paths: Path, **options: Any) -> Iterator[set[tuple[int, str]]]:
        yield set()
        yield set()
        yield {(number, str(env.CHECKOUT / "games" / "models.py")) for number in (1, 2)}
        raise KeyboardInterrupt

    monkeypatch.setattr("watchfiles.watch", changes)

    with pytest.raises(StopRequested):
        restart_on_changes(supervisor)
    supervisor.stop_parts()

    assert said[:2] == [
        "The site ended with status 3; it starts again when a file changes.",
        "Restarting, because of changes in games/models.py",
    ]
    assert len(part.started) == 2

"""The demo starts from an empty folder, prints its URL, restarts its parts and leaves no process running."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config import embedded, env

#: The demo's environment, without the servers of the test run.
PLAIN = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "DATABASE_URL": "",
    "BROKER_URL": "",
    "SECRET_KEY": "",
    "PYTHONUNBUFFERED": "1",
}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Demo:
    """A demo in separate processes, started as by `make demo`."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.output = folder.with_suffix(".out")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str, **environment: str) -> "Demo":
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.demo", "--with-parent", *options],
                cwd=env.CHECKOUT,
                env=env.build_child_environment(
                    **PLAIN, DATA_FOLDER=str(self.folder), PORT=str(self.port), **environment
                ),
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        return self

    def returned(self) -> str:
        return self.output.read_text()

    def wait_for_line(self, sentence: str, *, times: int = 1, seconds: float = 90) -> None:
        deadline = time.monotonic() + seconds
        while self.returned().count(sentence) < times:
            assert self.process is not None
            assert self.process.poll() is None, self.returned()
            assert time.monotonic() < deadline, self.returned()
            time.sleep(0.1)

    def family(self) -> list[int]:
        """Return the ids of the demo's processes: those of its session, and PostgreSQL's, which start sessions."""
        assert self.process is not None
        found = embedded.find_processes_in(self.folder / "postgres") + embedded.find_processes_in(
            self.folder / "valkey"
        )
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == self.process.pid and fields[0] not in "ZX":
                found.append(int(path.parent.name))
        return sorted(set(found))

    def wait_until_gone(self, *, seconds: float = 15) -> list[int]:
        deadline = time.monotonic() + seconds
        while (left := self.family()) and time.monotonic() < deadline:
            time.sleep(0.1)
        return left

    def child(self, words: str) -> int:
        """Return the id of the demo's child whose command line contains some words."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        found = [
            pid for pid in children if words in Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
        ]
        assert len(found) == 1, (words, found)
        return int(found[0])

    def opened(self, path: str) -> Any:
        return urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20)

    def get(self, path: str) -> tuple[int, str]:
        with self.opened(path) as answer:
            return answer.status, answer.read().decode()

    def wait_until_open(self, *, seconds: float = 30) -> None:
        """Wait until the home page, which reads the database, is served."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                assert self.get("/")[0] == 200
                return
            except OSError:
                assert time.monotonic() < deadline, self.returned()
                time.sleep(0.2)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    demo = Demo(tmp_path / "data", free_port())
    yield demo
    demo.end()
    assert not demo.wait_until_gone()
    shutil.rmtree(embedded.socket_folder(demo.folder), ignore_errors=True)  # a killed demo leaves it behind


@pytest.mark.long
def test_the_demo_starts_recovers_stops_on_ctrl_c_and_keeps_its_data(demo):
    demo.start().wait_for_line("Rodeo is open")
    address, password = re.search(
        r"(http://\S+)/admin/  \(user admin, password (\S+)\)", demo.returned()
    ).groups()
    assert address == f"http://127.0.0.1:{demo.port}"
    assert demo.get("/")[0] == 200
    assert "Log in" in demo.get("/admin/login/")[1]
    demo.wait_for_line("games played")

    os.kill(demo.child("celery -A config.celery worker"), signal.SIGKILL)
    os.kill(demo.child("postgres -D"), signal.SIGKILL)
    demo.wait_for_line("The worker was killed by SIGKILL; restarting it.")
    demo.wait_for_line("PostgreSQL was killed by SIGKILL; restarting it. Nothing is lost.")
    demo.wait_until_open()

    (tournament, *_) = json.loads(demo.get("/api/v1/tournaments/?status=running")[1])["results"]
    with demo.opened(f"/api/v1/tournaments/{tournament['id']}/stream/") as stream:
        assert stream.readline() == b"retry: 2000\n"
        began = time.monotonic()
        os.killpg(demo.process.pid, signal.SIGINT)  # as a terminal does: to the whole group
        assert demo.process.wait(30) == 0
        assert time.monotonic() - began < 15
        stream.read()  # to an end in order: one that was broken off raises
    log = (demo.folder / "logs" / "web.log").read_text()
    assert "Traceback" not in log
    assert "Cancel" not in log
    assert demo.wait_until_gone() == []
    assert "Traceback" not in demo.returned()
    assert not embedded.socket_folder(demo.folder).exists()

    demo.start().wait_for_line("Rodeo is open", times=2)
    assert demo.returned().count(f"user admin, password {password}") >= 2
    assert oct((demo.folder / "admin_password").stat().st_mode & 0o777) == "0o600"
    demo.process.kill()
    demo.process.wait()
    assert demo.wait_until_gone() == []


def test_a_taken_port_is_reported_in_one_sentence(demo):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", demo.port))
        taken.listen()
        status = demo.start().process.wait(30)

    assert status == 1
    assert demo.returned() == (
        f"Port {demo.port} is taken by another program; choose another one, as in `make demo PORT={demo.port + 1}`.\n"
    )


def test_a_broken_data_folder_is_reported_in_one_sentence(demo):
    demo.folder.mkdir()
    (demo.folder / "postgres").mkdir()
    (demo.folder / "postgres" / "PG_VERSION").write_text("12")

    assert demo.start().process.wait(30) == 1
    assert re.fullmatch(
        r".*/postgres was made by PostgreSQL 12, but this is PostgreSQL \d+; .*\n", demo.returned()
    )


def test_a_second_demo_with_the_same_data_is_reported_in_one_sentence(demo):
    with embedded.hold_lock(demo.folder):
        assert demo.start().process.wait(30) == 1

    assert (
        demo.returned() == f"Rodeo already runs with the data folder {demo.folder} (process {os.getpid()}).\n"
    )


def test_an_external_server_that_does_not_answer_is_reported_in_one_sentence(demo, monkeypatch):
    monkeypatch.setitem(PLAIN, "DATABASE_URL", "postgresql://nobody@/nothing?host=%2Fnowhere")
    monkeypatch.setitem(PLAIN, "BROKER_URL", "redis://127.0.0.1:1/0")

    assert demo.start().process.wait(30) == 1
    assert demo.returned().splitlines()[-1].startswith("The server DATABASE_URL names can't be used: ")


@pytest.mark.long
def test_the_demo_ends_when_make_is_killed(tmp_path, demo):
    """A parent like make, which cannot signal its child when it is killed."""
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys; child = subprocess.Popen([sys.executable, '-m', 'config.demo', '--with-parent']);"
            "print(child.pid, flush=True); child.wait()",
        ],
        cwd=env.CHECKOUT,
        env=env.build_child_environment(**PLAIN, DATA_FOLDER=str(demo.folder), PORT=str(demo.port)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    demo.process = parent  # its session is the parent's
    while not embedded.find_processes_in(demo.folder / "postgres"):
        assert parent.poll() is None
        time.sleep(0.1)

    parent.kill()
    parent.wait()

    assert demo.wait_until_gone() == []


def test_make_reports_in_one_sentence_that_python_is_too_old(tmp_path):
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    asked = subprocess.run(
        ["sh", ".ci/python", str(tmp_path / "venv"), "runtime"],
        cwd=env.CHECKOUT,
        env={"PATH": str(tmp_path), "PYTHON": str(old)},
        capture_output=True,
        text=True,
        executable="/bin/sh",
    )

    assert asked.returncode == 1
    assert asked.stderr == f"Rodeo needs Python 3.11 or newer, and PYTHON={old} is not one.\n"


def test_make_reports_in_one_sentence_that_python_is_missing(tmp_path):
    asked = subprocess.run(
        ["sh", ".ci/python", str(tmp_path / "venv"), "runtime"],
        cwd=env.CHECKOUT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        executable="/bin/sh",
    )

    assert asked.returncode == 1
    assert asked.stderr.startswith(
        "Rodeo needs Python 3.11 or newer, and there is none on the PATH; install it"
    )

"""The supervisor restarts what ends, gives up on what ends too often, and leaves no process running."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from config import env
from config.demo.supervisor import Part, StopRequested, Supervisor, describe_exit, raise_on_stop_signals
from config.errors import ChildFailed

SLEEP = (sys.executable, "-S", "-c", "import time; time.sleep(600)")
STUBBORN = (
    sys.executable,
    "-S",
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)",
)
FAIL = (sys.executable, "-S", "-c", "raise SystemExit(3)")

#: Supervises a part that starts a child, as a worker does.
SUPERVISE = textwrap.dedent(
    """
    import os, sys, time
    from pathlib import Path
    from config import embedded
    from config.demo.supervisor import Part, StopRequested, Supervisor, raise_on_stop_signals
    grandparent = (
        "import os, time\\n"
        "from config import embedded\\n"
        "parent = os.getpid()\\n"
        "if os.fork() == 0:\\n"
        "    embedded.die_with_parent(parent=parent)\\n"
        "open(sys.argv[1] + '/' + str(os.getpid()), 'w').close()\\n"
        "time.sleep(600)\\n"
    )
    folder = Path(sys.argv[1])
    command = (sys.executable, "-c", "import sys\\n" + grandparent, str(folder))
    part = Part("part", command, folder / "log", dict(os.environ))
    supervisor = Supervisor([], print)
    with raise_on_stop_signals():
        try:
            supervisor.start(part)
            while True:
                supervisor.restart_ended()
                time.sleep(0.05)
        except StopRequested:
            supervisor.stop_parts()
            print("stopped", flush=True)
    """
)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(said: list[str]):
    supervisor = Supervisor([], said.append)
    yield supervisor
    supervisor.stop_parts()


def part(folder: Path, command: tuple[str, ...], *, timeout: float = 3.0) -> Part:
    return Part("thing", command, folder / "thing.log", dict(os.environ), timeout=timeout)


def wait_for(claim, *, seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not claim() and time.monotonic() < deadline:
        time.sleep(0.02)
    return bool(claim())


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_killed_part_is_restarted_and_reported(supervisor, said, tmp_path):
    thing = part(tmp_path, SLEEP)
    supervisor.start(thing)
    assert thing.process is not None
    first = thing.process.pid
    thing.process.kill()
    wait_for(lambda: thing.process.poll() is not None)

    supervisor.restart_ended()

    assert thing.process.pid != first
    assert thing.process.poll() is None
    assert said == ["The thing was killed by SIGKILL; restarting it."]


def test_a_part_that_ends_too_often_is_given_up_with_the_path_of_its_log(supervisor, tmp_path):
    supervisor.start(part(tmp_path, FAIL))

    with pytest.raises(
        ChildFailed, match=r"The thing ended with status 3 for the \d+th time .* its log is .*thing.log"
    ):
        for _ in range(500):
            supervisor.restart_ended()
            time.sleep(0.01)


def test_stopping_ends_all_parts_at_the_same_time(supervisor, tmp_path):
    parts = [part(tmp_path, SLEEP) for _ in range(3)]
    for each in parts:
        supervisor.start(each)

    supervisor.stop_parts()

    assert [each.process.returncode for each in parts] == [-signal.SIGTERM] * 3


def test_a_part_that_ignores_the_signal_is_killed_after_its_timeout(supervisor, tmp_path):
    deaf = part(tmp_path, STUBBORN, timeout=0.2)
    supervisor.start(deaf)
    assert wait_for(lambda: "deaf" in deaf.log.read_text())
    began = time.monotonic()

    supervisor.stop_parts()

    assert deaf.process.returncode == -signal.SIGKILL
    assert time.monotonic() - began < 3


def test_output_of_a_part_goes_to_its_log(supervisor, tmp_path):
    supervisor.start(part(tmp_path, STUBBORN, timeout=0.1))

    assert wait_for(lambda: (tmp_path / "thing.log").read_text() == "deaf\n")


def test_the_first_signal_to_stop_raises_and_later_ones_are_ignored():
    with raise_on_stop_signals():
        with pytest.raises(StopRequested):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)  # stopping has begun: nothing more to say

    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_end_of_a_process_is_described():
    ended = subprocess.Popen(FAIL)
    ended.wait()

    assert describe_exit(ended) == "ended with status 3"
    assert describe_exit(None) == ""


@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.sampled(1)
def test_no_process_of_a_supervisor_outlives_it(tmp_path, with_signal):
    running = subprocess.Popen(
        [sys.executable, "-c", SUPERVISE, str(tmp_path)], cwd=env.CHECKOUT, stdout=subprocess.PIPE, text=True
    )

    def pids() -> list[int]:
        return [int(path.name) for path in tmp_path.iterdir() if path.name.isdigit()]

    assert wait_for(lambda: len(pids()) == 2), "the part and its child are up"
    assert all(map(is_running, pids()))

    running.send_signal(with_signal)
    output, _ = running.communicate(timeout=10)

    assert wait_for(lambda: not any(map(is_running, pids())))
    if with_signal != signal.SIGKILL:
        assert (running.returncode, output) == (0, "stopped\n")

"""
Child processes that end together with their parent, even if it is killed.

On Linux the kernel signals a child when its parent dies (PR_SET_PDEATHSIG), so that not even SIGKILL leaves orphans.
Other systems have no such signal: only `stop_process` ends children there.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
_IS_LINUX = sys.platform.startswith("linux")
_libc = ctypes.CDLL(None, use_errno=True) if _IS_LINUX else None

#: Size in bytes above which a log is renamed when its process starts again.
_LOG_LIMIT = 10_000_000


def die_with_parent(with_signal: signal.Signals = signal.SIGKILL, *, parent: int | None = None) -> None:
    """
    Request a signal for this process when its parent dies; end at once if `parent` has already died.

    For the kernel, the parent is the thread that forked: call this only in children forked by a main thread.
    """
    if _libc is None:
        return
    _libc.prctl(_PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0)
    if parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def start_process(
    command: Sequence[str],
    *,
    log: IO[bytes],
    when_parent_dies: signal.Signals = signal.SIGKILL,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """
    Start a child in its own process group that writes to a log and dies with this process.

    Ctrl-C does not reach the group: the parent receives it and stops its children in order.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd=folder,
        env=environment,
        pass_fds=pass_fds,
        process_group=0,
        preexec_fn=partial(die_with_parent, when_parent_dies, parent=os.getpid()),
    )


def stop_process(process: subprocess.Popen[bytes], steps: Sequence[tuple[signal.Signals, float]]) -> None:
    """
    Send the signals in turn, waiting for each one's timeout, until the child has ended; then kill its process group.
    """
    for with_signal, timeout in steps:
        if process.poll() is not None:
            break
        process.send_signal(with_signal)
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            continue
    kill_group(process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill the rest of a child's process group, and reap the child."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # no process left
    except PermissionError:
        process.kill()  # macOS reports this for a group with only zombies
    process.wait()


def open_log(path: Path) -> IO[bytes]:
    """Open a log for appending and create its folder; a log above the size limit is renamed first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > _LOG_LIMIT:
        path.replace(path.with_suffix(".log.1"))
    return path.open("ab", buffering=0)


def find_processes_in(folder: Path) -> list[int]:
    """
    Return the ids of running processes whose working directory is a folder, as a server's is its data folder.

    Empty on systems without /proc.
    """
    found = []
    wanted = str(folder.resolve())
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cwd").readlink().as_posix() == wanted:
                found.append(int(entry.name))
        except OSError:
            continue  # ended, a zombie, or another user's
    return [pid for pid in found if pid != os.getpid()]


def wait_until_unused(folder: Path, *, timeout: float) -> list[int]:
    """Wait until no process works in a folder; return the ids of those that still do after the timeout."""
    deadline = time.monotonic() + timeout
    while (left := find_processes_in(folder)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left

"""
Child processes that end with the process that started them, however that one ends.

On Linux the kernel itself signals a child when its parent dies, so not even SIGKILL leaves orphans. Other systems
know no such signal: there, children are ended by `stop_process` only.
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

#: A log that has grown past this many bytes is set aside when its process starts anew.
_LOG_LIMIT = 10_000_000


def die_with_parent(with_signal: signal.Signals = signal.SIGKILL, *, parent: int | None = None) -> None:
    """
    Ask the kernel to signal this process when its parent dies; end at once if `parent` has died already.

    The parent is, strictly, the thread that forked: call only in children forked by a main thread.
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
    Start a child that leads a process group of its own, writes to a log and dies with this process.

    The group of its own keeps Ctrl-C away from it: its parent hears of that first and stops the children in order.
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
    Send one signal after the other, waiting some seconds after each, until the child has ended; then kill its group.
    """
    for with_signal, patience in steps:
        if process.poll() is not None:
            break
        process.send_signal(with_signal)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            continue
    kill_group(process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill whatever is left of a child's process group, and reap the child."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # nobody left
    except PermissionError:
        process.kill()  # macOS says so of a group that has only zombies
    process.wait()


def open_log(path: Path) -> IO[bytes]:
    """Open a log for appending, with its folder; one that has grown too long is set aside first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > _LOG_LIMIT:
        path.replace(path.with_suffix(".log.1"))
    return path.open("ab", buffering=0)


def find_processes_in(folder: Path) -> list[int]:
    """
    Return the ids of living processes that work in a folder; servers work in their data folders.

    Empty on systems without /proc.
    """
    found = []
    wanted = str(folder.resolve())
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cwd").readlink().as_posix() == wanted:
                found.append(int(entry.name))
        except OSError:
            continue  # ended meanwhile, a zombie, or another user's
    return [pid for pid in found if pid != os.getpid()]


def wait_until_unused(folder: Path, *, patience: float) -> list[int]:
    """Wait for the processes that work in a folder to end; return those that still do when patience runs out."""
    deadline = time.monotonic() + patience
    while (left := find_processes_in(folder)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left

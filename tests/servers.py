"""
The servers of a test run: real ones, started once, with their data in a temporary folder that ends with the run.

The process that starts the run starts them; the workers of pytest-xdist inherit their addresses and use databases of
their own.
"""

import atexit
import contextlib
import os
import shutil
import tempfile
from pathlib import Path

from config import embedded, env

_FOLDER_VARIABLE = "RODEO_TEST_FOLDER"


def provide() -> Path:
    """Make the servers available to this process and return the run's temporary data folder."""
    folder = os.environ.get(_FOLDER_VARIABLE)
    if folder is None:
        folder = tempfile.mkdtemp(prefix="rodeo-tests-")
        os.environ[_FOLDER_VARIABLE] = folder
        stack = contextlib.ExitStack()
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        stack.enter_context(embedded.serve(Path(folder), is_durable=False))
        atexit.register(stack.close)
    data_folder = Path(folder)
    os.environ[env.DATA_FOLDER.name] = folder
    env.set_server_urls(
        database_url=embedded.database_url(data_folder),
        broker_url=embedded.broker_url(data_folder, number=_worker_number()),
    )
    return data_folder


def _worker_number() -> int:
    """Return which numbered database of the broker this process uses: 0 alone, 1 and up for the workers of xdist."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    return int(worker.removeprefix("gw")) + 1 if worker else 0

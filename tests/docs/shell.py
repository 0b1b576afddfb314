"""Code blocks of documents, and a shell that runs them one after another."""

import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from config.env import CHECKOUT

__all__ = ["NO_RUN", "Block", "Shell", "blocks_of"]

#: The mark of a shell block that is not run; the reason follows it.
NO_RUN = "no-run:"

_FENCE = re.compile(r"^( *)```(.*)$")
#: What the documents call the site of `make demo`.
_DEMO = "http://127.0.0.1:8000"
#: Packages that a command may import from the folder it is run in.
_PACKAGES = ("api", "config", "docs", "engine", "frontend", "games", "tournaments")
#: Seconds a block may take.
_TIMEOUT = 150


class Block(NamedTuple):
    """A code block: its document, the line of its fence, the words after the fence, and its text."""

    document: str
    line: int
    info: str
    text: str

    @property
    def language(self) -> str:
        """The first word after the fence."""
        return self.info.partition(" ")[0]

    @property
    def is_run(self) -> bool:
        """Whether a test runs the block."""
        return self.info == "sh"

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def blocks_of(document: Path) -> list[Block]:
    """Return the code blocks of a document in order."""
    name = document.relative_to(CHECKOUT).as_posix()
    blocks: list[Block] = []
    opened: tuple[int, str, str] | None = None
    text: list[str] = []
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if opened is None and fence is not None:
            opened, text = (number, fence[1], fence[2].strip()), []
        elif opened is not None and fence is not None and not fence[2]:
            blocks.append(Block(name, opened[0], opened[2], "\n".join(text) + "\n"))
            opened = None
        elif opened is not None:
            text.append(line.removeprefix(opened[1]))
    assert opened is None, f"{name}: the code block of line {opened and opened[0]} does not end"
    return blocks


class Shell:
    """
    Runs blocks in a folder that looks like a checkout. Variables that a block sets are there in the next one.

    Every command of a block must succeed; for ``curl`` that includes the status of the response.
    """

    def __init__(self, folder: Path, *, site: str, environment: Mapping[str, str]) -> None:
        """
        Args:
            folder: where the blocks are run.
            site: the address that stands for the demo's.
            environment: the environment of every command.
        """
        self.folder = folder
        self._site = site
        self._environment = environment
        self._variables = folder / "variables.sh"
        self._variables.touch()
        for name in (*_PACKAGES, "manage.py"):
            (folder / name).symlink_to(CHECKOUT / name)
        python = folder / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
        python.chmod(0o755)

    def run(self, block: Block) -> str:
        """Run a block and return what it wrote to standard output."""
        script = (
            "set -euo pipefail\n"
            'curl() { command curl --fail-with-body --silent --show-error --max-time 60 "$@"; }\n'
            f". {shlex.quote(str(self._variables))}\n"
            f"set -a\n{block.text.replace(_DEMO, self._site)}\nexport -p > {shlex.quote(str(self._variables))}\n"
        )
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, (
            f"{block} fails:\n{block.text}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        )
        return done.stdout

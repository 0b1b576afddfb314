"""The files of the project as the tests of its architecture read them."""

import ast
import subprocess
from functools import cache
from pathlib import Path

from config.env import CHECKOUT

__all__ = ["CHECKOUT", "PACKAGES", "modules", "parsed", "relative", "tracked"]

PACKAGES = ("api", "config", "engine", "frontend", "games", "tournaments")


def tracked() -> list[Path]:
    """Return the files that Git tracks."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    ).stdout
    return [CHECKOUT / name for name in listed.split("\0") if name and (CHECKOUT / name).is_file()]


def modules() -> list[Path]:
    """Return the modules of the product."""
    return [path for package in PACKAGES for path in sorted((CHECKOUT / package).rglob("*.py"))]


@cache
def parsed(path: Path) -> ast.Module:
    """Return a module's syntax tree."""
    return ast.parse(path.read_text())


def relative(path: Path) -> str:
    """Return a path relative to the checkout, with slashes."""
    return path.relative_to(CHECKOUT).as_posix()

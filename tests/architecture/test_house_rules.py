"""The rules of the house that a machine can check."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from config.env import CHECKOUT

PACKAGES = ("api", "config", "engine", "frontend", "games", "tournaments")
#: Names of modules that promise nothing.
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager", "managers"}


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    ).stdout
    return [CHECKOUT / name for name in listed.split("\0") if name and (CHECKOUT / name).is_file()]


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((CHECKOUT / package).rglob("*.py"))]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def relative(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def test_the_import_contracts_hold():
    linted = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "importlinter.ini", "--no-logo", "--no-cache"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
    )

    assert linted.returncode == 0, linted.stdout
    assert re.search(r"Contracts: \d+ kept, 0 broken", linted.stdout), linted.stdout


def test_no_contract_makes_an_exception_but_the_registry_of_rulesets():
    text = (CHECKOUT / "importlinter.ini").read_text()
    ignored = re.findall(r"^ +(\S+ -> \S+)$", text, flags=re.MULTILINE)

    assert ignored == ["engine.rulesets.registry -> engine.rulesets.*"]


def test_the_contracts_see_every_package():
    roots = {path.parent.name for path in CHECKOUT.glob("*/__init__.py")} - {"tests"}

    assert roots == set(PACKAGES)


def test_modules_have_one_subject_and_at_most_450_lines():
    long = {
        relative(path): lines
        for path in [*modules(), *(CHECKOUT / "tests").rglob("*.py")]
        if "migrations" not in path.parts and (lines := len(path.read_text().splitlines())) > 450
    }

    assert not long


def test_modules_are_named_after_their_subject():
    assert not [relative(path) for path in modules() if path.stem in EMPTY_NAMES]


def test_every_module_says_what_it_holds():
    def has_docstring(path: Path) -> bool:
        return bool(ast.get_docstring(parsed(path)))

    silent = [
        relative(path)
        for path in modules()
        if "migrations" not in path.parts and path.read_text().strip() and not has_docstring(path)
    ]

    assert not silent


def test_one_sentence_docstrings_take_one_line_and_longer_ones_open_on_their_own():
    wrong = []
    for path in [*modules(), *(CHECKOUT / "tests").rglob("*.py")]:
        if "migrations" in path.parts:
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node, clean=False)
                if text is None:
                    continue
                line = f"{' ' * getattr(node, 'col_offset', -4)}    {ast.get_docstring(node)!r}"
                takes_one = "\n" not in line and len(line) + 4 <= 120
                if ("\n" in text.strip() and not text.startswith("\n")) or (
                    takes_one and text.startswith("\n") and "\n" not in text.strip() and '"' not in text
                ):
                    wrong.append(f"{relative(path)}:{getattr(node, 'lineno', 1)}")

    assert not wrong


def test_no_file_names_a_package_registry_or_a_path_of_one_machine():
    # Split, so that this file does not name them either.
    hosts = [
        "py" + "pi.org",
        "python" + "hosted.org",
        "npm" + "js.org",
        "npm" + "js.com",
        "deb" + "ian.org/deb",
    ]
    folders = ("root", "home", "work")
    paths = [rf"(?<![\w./-])/{folder}/" for folder in folders]
    words = ["../sha" + "red", "py" + "env"]
    pattern = re.compile("|".join([*map(re.escape, hosts + words), *paths]).encode())
    telling = [word.encode() for word in (*hosts, *words, *(f"/{folder}/" for folder in folders))]
    found = [
        relative(path)
        for path in tracked()
        if any(word in (text := path.read_bytes()) for word in telling) and pattern.search(text)
    ]

    assert not found


def test_lock_files_that_record_addresses_and_python_versions_are_not_kept():
    names = {path.name for path in tracked()}

    assert not names & {"uv.lock", "pylock.toml", "poetry.lock", ".python-version"}


def test_every_dependency_is_pinned_for_every_python():
    constraints = (CHECKOUT / "requirements" / "constraints.txt").read_text()
    pins = [line for line in constraints.splitlines() if line and not line.startswith("#")]

    assert all(re.fullmatch(r"[a-z0-9-]+==[^ ]+( ; .+)?", pin) for pin in pins)


@pytest.mark.parametrize("target", ["demo", "test", "check", "fmt", "bench", "golden", "chromium", "venv"])
def test_every_command_of_the_makefile_is_documented(target):
    makefile = (CHECKOUT / "Makefile").read_text()
    documents = "".join(
        path.read_text()
        for path in [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *(CHECKOUT / "docs").glob("*.md")]
    )

    assert re.search(rf"^{target}:.*## ", makefile, flags=re.MULTILINE)
    assert f"make {target}" in documents


def test_one_clock_decides_the_databases():
    """
    Machines' clocks differ: what games and tournaments compare is told by one. A time that is only shown may be read.
    """
    only_shown = {"games/verification/replay.py": 1}
    reading = re.compile(r"timezone\.now\(|datetime\.now\(|time\.time\(|date\.today\(|auto_now")
    found = {
        relative(path): count
        for package in ("games", "tournaments")
        for path in (CHECKOUT / package).rglob("*.py")
        if (count := len(reading.findall(path.read_text())))
    }

    assert found == only_shown

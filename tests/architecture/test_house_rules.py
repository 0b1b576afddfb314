"""The rules of the house that a machine can check."""

import ast
import re
import subprocess
import sys
from inspect import cleandoc
from pathlib import Path

import pytest

from tests.architecture.sources import CHECKOUT, PACKAGES, modules, parsed, relative, tracked

#: Names of modules that promise nothing.
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager", "managers"}


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


def is_laid_out_wrongly(text: str, *, indent: int) -> bool:
    """Return whether a docstring opens on its own line although one line would do, or the other way round."""
    has_lines, opens_alone = "\n" in text.strip(), text.startswith("\n")
    if has_lines:
        return not opens_alone
    fits = indent + len(repr(cleandoc(text))) + 4 <= 120
    return fits and opens_alone and '"' not in text


def test_one_sentence_docstrings_take_one_line_and_longer_ones_open_on_their_own():
    wrong = [
        f"{relative(path)}:{getattr(node, 'lineno', 1)}"
        for path in [*modules(), *(CHECKOUT / "tests").rglob("*.py")]
        if "migrations" not in path.parts
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and (text := ast.get_docstring(node, clean=False)) is not None
        and is_laid_out_wrongly(text, indent=getattr(node, "col_offset", -4) + 4)
    ]

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


def makefile() -> str:
    return (CHECKOUT / "Makefile").read_text()


def commands() -> list[str]:
    """Return the targets that `make help` lists."""
    return re.findall(r"^([a-z-]+):.*## ", makefile(), flags=re.MULTILINE)


def test_the_makefile_has_the_commands_a_developer_needs():
    assert set(commands()) == {
        *("help", "venv", "demo", "run", "shell", "reset", "chromium"),
        *("test", "test-long", "check", "spelling", "docs", "fmt", "bench", "golden"),
    }


def test_every_target_of_the_makefile_is_phony():
    targets = set(re.findall(r"^([a-z-]+):", makefile(), flags=re.MULTILINE))
    phony = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)$", makefile(), flags=re.MULTILINE)

    assert phony is not None
    assert set(phony[1].replace("\\", " ").split()) == targets


@pytest.mark.parametrize("command", [command for command in commands() if command != "help"])
def test_every_command_of_the_makefile_is_documented(command):
    documents = "".join(
        path.read_text()
        for path in [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *(CHECKOUT / "docs").glob("*.md")]
    )

    assert re.search(rf"make {command}(?![\w-])", documents)


def test_ci_runs_every_check_and_both_lanes_of_tests():
    checks = re.search(r"^check: ([a-z ]+?) ##", makefile(), flags=re.MULTILINE)
    lanes = re.findall(
        r"^(test(?:-long)?):.*\n\t@\$\(PYTEST\) -m (.+) \$\(T\)$", makefile(), flags=re.MULTILINE
    )
    run = (CHECKOUT / ".ci" / "run").read_text().splitlines()

    assert checks is not None
    assert checks[1] == "format lint types contracts migrations spelling test"
    assert lanes == [("test", '"not long"'), ("test-long", "long")]
    assert run[-2:] == ["make check", "make test-long"]


def test_each_kind_of_page_has_one_browser_flow_in_the_quick_lane():
    flows = {
        path.stem.removeprefix("test_"): path.read_text().count("@pytest.mark.flow\n")
        for path in (CHECKOUT / "tests" / "e2e").glob("test_*.py")
    }

    assert flows == dict.fromkeys(flows, 1)
    assert set(flows) >= {"admin", "api_docs", "forks", "live", "pages", "viewer"}


def test_one_clock_decides_the_databases():
    """
    The clocks of machines differ: times that games and tournaments compare come from one clock.

    A time that is only shown is exempt.
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

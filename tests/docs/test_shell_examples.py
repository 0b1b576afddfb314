"""The shell examples of the documents are run as printed, against a running site and the test's database."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from config.env import CHECKOUT
from tests.docs.shell import NO_RUN, Block, Shell, blocks_of

DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").rglob("*.md")])
LANGUAGES = {"sh", "text", "json", "python", "nginx"}
#: What a block mentions, and the number it expects of the next game.
NEXT_GAMES = {"--data-binary @batch.ndjson\ncurl": 4711, "/games/8/": 8, "/games/9/withdraw/": 9}


def runnable(name: str) -> list[Block]:
    return [block for block in blocks_of(CHECKOUT / name) if block.is_run]


def all_blocks() -> list[Block]:
    return [block for document in DOCUMENTS for block in blocks_of(document)]


def run_all(shell: Shell, blocks: list[Block], next_game: Callable[[int], None] | None = None) -> list[str]:
    """Run blocks in order, and return what each wrote."""
    written = []
    pending = dict(NEXT_GAMES)
    for block in blocks:
        for words in [words for words in pending if words in block.text]:
            assert next_game is not None, "the block expects a number"
            next_game(pending.pop(words))
        written.append(shell.run(block))
    return written


def test_every_code_block_says_what_it_is():
    assert not [str(block) for block in all_blocks() if block.language not in LANGUAGES]


def test_a_shell_block_that_is_not_run_says_why():
    unrun = [block for block in all_blocks() if block.language == "sh" and not block.is_run]

    assert not [
        str(block)
        for block in unrun
        if not block.info.startswith(f"sh {NO_RUN} ") or len(block.info.removeprefix(f"sh {NO_RUN} ")) < 10
    ]


def test_every_document_with_shell_blocks_is_run():
    run_here = {
        "README.md",
        "docs/api.md",
        "docs/operations.md",
        "docs/playing-over-rest.md",
        "docs/record-format.md",
    }

    assert {block.document for block in all_blocks() if block.is_run} == run_here


def test_a_command_that_fails_is_noticed(tmp_path: Path):
    shell = Shell(tmp_path, site="http://127.0.0.1:1", environment={"PATH": "/usr/bin:/bin"})

    with pytest.raises(AssertionError, match=r"docs/none.md:1 fails"):
        shell.run(Block("docs/none.md", 1, "sh", "false\ntrue\n"))
    with pytest.raises(AssertionError, match=r"docs/none.md:2 fails"):
        shell.run(Block("docs/none.md", 2, "sh", "curl http://127.0.0.1:8000/\n"))


def test_variables_of_one_block_are_there_in_the_next(tmp_path: Path):
    shell = Shell(tmp_path, site="", environment={"PATH": "/usr/bin:/bin"})
    shell.run(Block("docs/none.md", 1, "sh", "NAME='a b'\n"))

    assert shell.run(Block("docs/none.md", 2, "sh", 'echo "$NAME"\n')) == "a b\n"


def test_the_examples_of_the_api_work(shell: Shell, next_game: Callable[[int], None]):
    written = "".join(run_all(shell, runnable("docs/api.md"), next_game))

    statuses = re.findall(r'"status": ?"(accepted|known|valid|refused)"', written)
    assert Counter(statuses) == {"accepted": 3, "known": 5}
    assert re.search(r'"valid": ?true', written), "the receipt is good"


def test_the_examples_of_the_record_format_work(shell: Shell):
    (shell.folder / "games.ndjson.gz").write_bytes(
        gzip.compress((shell.folder / "batch.ndjson").read_bytes())
    )
    (shell.folder / "game-7.jsonl").write_bytes((shell.folder / "game.jsonl").read_bytes())
    (written,) = run_all(shell, runnable("docs/record-format.md"))
    first, *packed, last = written.splitlines()

    assert "exact" in first
    assert [json.loads(line)["verdict"] for line in packed] == ["exact", "exact"]
    assert "exact" in last


@pytest.mark.long
def test_the_examples_of_the_readme_work(shell: Shell):
    (written,) = run_all(shell, runnable("README.md"))

    assert "rancher" in written
    assert "game.jsonl:1: exact" in written


@pytest.mark.long
def test_the_examples_of_playing_over_rest_work(shell: Shell):
    (written,) = run_all(shell, runnable("docs/playing-over-rest.md"))

    assert "record kept as" in written


@pytest.mark.long
def test_the_examples_of_operations_work(shell: Shell):
    written = run_all(shell, runnable("docs/operations.md"))

    assert written[0].startswith("postgresql://")
    assert (shell.folder / "games.ndjson.gz").is_file()

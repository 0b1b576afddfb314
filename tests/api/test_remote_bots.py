"""Remote bots in earnest: the example client in processes of its own, against a site of two processes."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.auth import token_create
from config import env
from engine.core import VerdictStatus, parse_record, verify_record
from games.bots import bot_create_remote, bots_register_builtin
from games.models import Bot, Game, GameStatus
from games.queries import game_record_lines
from games.verification import verify_game
from tests.api.client import user_named
from tests.processes import RunningSite, running_sites
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

CLIENT = env.CHECKOUT / "docs" / "examples" / "remote_bot.py"


@pytest.fixture
def sites(tmp_path: Path, transactional_db: None) -> Iterator[list[RunningSite]]:
    """A site of two processes."""
    bots_register_builtin()
    with running_sites(tmp_path, 2) as sites:
        yield sites


@contextmanager
def client(sites: list[RunningSite], folder: Path, bot: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Run the example client for a block; its user is called as its bot."""
    token = token_create(owner=user_named(bot), name="client").secret
    process = subprocess.Popen(
        [sys.executable, CLIENT, sites[0].url, bot, "--record", folder / f"{bot}.jsonl", *words],
        env=os.environ | {"RODEO_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def said(process: subprocess.Popen[str]) -> str:
    """Return the output of a client that must exit with success."""
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0, output
    return output


def game_after(former: Game | None = None) -> Game:
    """Wait for the game started after that one, or for the first, and return it."""
    later = Game.objects.filter(pk__gt=former.pk if former else 0)
    wait_until(later.exists, doing="a game")
    return later.get()


def test_clients_play_a_built_in_bot_and_each_other_although_a_process_of_the_site_is_killed(
    sites: list[RunningSite], tmp_path: Path
):
    bot_create_remote(owner=user_named("ann"), name="ann")
    with client(sites, tmp_path, "ann", "--against", "random") as ann:
        report = said(ann)

    first = game_after()
    assert "random: " in report
    assert first.status == GameStatus.FINISHED
    assert verify_game(first.pk).status is VerdictStatus.EXACT

    with client(sites, tmp_path, "ann") as ann:
        game = game_after(first)
        with client(sites, tmp_path, "ben", "--join", str(game.pk)) as ben:
            wait_until(lambda: game_after(first).head_seq > 40, doing="the middle of the game")
            sites[1].kill()
            wait_until(lambda: any(each.poll() is not None for each in (ann, ben)), doing="the end")
            reports = [said(each) for each in sorted((ann, ben), key=lambda each: each.poll() is None)]

    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert {seat.forfeit for seat in game.seating.all()} == {""}
    assert verify_game(game.pk).status is VerdictStatus.EXACT
    assert {bot.owner.username for bot in Bot.objects.filter(transport="remote") if bot.owner} == {
        "ann",
        "ben",
    }
    kept = (tmp_path / "ann.jsonl").read_bytes()
    assert kept == (tmp_path / "ben.jsonl").read_bytes() == b"".join(game_record_lines(game.pk))
    assert verify_record(parse_record(kept)).status is VerdictStatus.EXACT
    for report in reports:
        assert re.search(r"^[12]\. ann: \d+ $", report, re.MULTILINE), report

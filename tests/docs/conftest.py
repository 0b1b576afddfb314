"""A site and a folder in which the documents' shell examples work, with the games that they name."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection

from games.bots import bots_register_builtin
from tests.docs.shell import Shell
from tests.games.factories import finished_game
from tests.games.records import packed, record
from tests.processes import environment_of_test, running_sites

#: Where the numbers of games begin that the examples do not name.
_OTHER_GAMES = 1000


@pytest.fixture
def next_game(transactional_db: None) -> Callable[[int], None]:
    """A way to say which number the next game gets."""
    return lambda number: _next_number("games_game", number)


@pytest.fixture
def shell(tmp_path: Path, next_game: Callable[[int], None]) -> Iterator[Shell]:
    """A shell next to a running site, as a reader has it while `make demo` runs, with games 7 and 12 played."""
    cache.clear()
    get_user_model().objects.create_superuser("admin", "admin@example.org", "secret")
    bots = {bot.name: bot for bot in bots_register_builtin()}
    for number in (7, 12):
        next_game(number)
        finished_game(bots=[bots["greedy"], bots["random"]])
    next_game(_OTHER_GAMES)
    _next_number("tournaments_tournament", 1)
    _write_files(tmp_path)
    with ExitStack() as stack:
        data = tmp_path / "data"
        data.mkdir()
        (site,) = stack.enter_context(running_sites(data, 1))
        yield Shell(tmp_path, site=site.url, environment=environment_of_test(ALLOWED_HOSTS="127.0.0.1"))


def _next_number(table: str, number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, false)", [table, number])


def _write_files(folder: Path) -> None:
    """Write the records that the examples submit."""
    (folder / "game.jsonl").write_bytes(record(1, players=("player 1", "player 2")))
    pair = ("my-bot", "my-other-bot")
    (folder / "batch.ndjson").write_bytes(b"".join(packed(record(number, players=pair)) for number in (2, 3)))

"""
Page and frames of one game in a small and in a large database: they must take the same time.

A tournament of Goldgräber is played and its rows are copied to 300 games; then the database is copied, and the copy
grows to 30,000 games of ten million events. Each request is made in both in turns, for the same game and, in the
large one, also for a copy among the others; the best of several tries counts, to exclude the load of other processes.
 Every statement of the requests is then explained by the database; none may read a large table
from end to end. With --quick the large database is a fifteenth.
"""

import os
import re
import time
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import django
from django.core.management import call_command

from tests.benchmarks.harness import Figure, is_quick, report

_SMALL, _LARGE, _QUICK = 300, 30_000, 2_000
_TARGET = 1.3
#: A sequential scan of a table with fewer rows is fine.
_FEW_ROWS = 1000

_UNCACHED = "page, empty cache"
_OURS = "FROM pg_class WHERE relkind = 'r' AND relname NOT LIKE 'pg\\_%%' AND reltuples > %s"

_PATHS = {
    "page": "/games/{game}/?step={step}",
    _UNCACHED: "/games/{game}/?step={step}",
    "frames": "/games/{game}/frames/?from={step}&to={step}",
    "API, game": "/api/v1/games/{game}/",
    "API, frames": "/api/v1/games/{game}/frames/?first={step}&last={step}",
    "API, events": "/api/v1/games/{game}/events/",
    "API, verify": "/api/v1/games/{game}/verify/",
    "API, record": "/api/v1/games/{game}/record/",
}


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    # Rooms that import models, which exist only now.
    from django.conf import settings
    from django.db import connections

    from games.models import Game
    from tests.benchmarks.cloning import clone_games

    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"].clear()
    models = _play_tournament()
    clone_games(models, _SMALL // len(models) - 1, with_seeds=True)
    _analyze()
    large = connections["default"]
    small = _copy_database()
    begun = time.perf_counter()
    wanted = _QUICK if quick else _LARGE
    clone_games(models, (wanted - Game.objects.count()) // len(models), with_seeds=True)
    _analyze()
    spent = time.perf_counter() - begun
    sides = {
        "small": (small, models[0]),
        "same": (large, models[0]),
        "copy": (large, _make_true_copy(models[0])),
    }
    times = {name: _measure_times(name, sides) for name in _PATHS}
    connections["default"] = large
    scans = _find_scans(models[0])
    figures = [_make_figure(name, times[name], "same", name) for name in _PATHS]
    figures += [_make_figure(f"{name}, of a copy", times[name], "copy", name) for name in ("page", "frames")]
    figures.append(Figure("large tables read from end to end", len(scans), "scans", target=0, at_most=True))
    report(
        f"One game among {Game.objects.count():,}",
        figures,
        [*_count_rows(), f"copied in {spent:.0f} s", *scans],
    )


def _make_figure(title: str, times: Mapping[str, Sequence[float]], side: str, name: str) -> Figure:
    """Return the median time of a request, and how many times that of the small database it is, step by step."""
    ratio = median(large / small for large, small in zip(times[side], times["small"], strict=True))
    return Figure(title, median(times[side]), "ms", ratio, f"{_SMALL} games", _TARGET, at_most=True)


def _copy_database() -> Any:
    """Copy the database and return a connection to the copy."""
    from django.db import connections

    default = connections["default"]
    name = default.settings_dict["NAME"]
    default.close()
    maintenance = connections.create_connection("default")
    maintenance.settings_dict = {**default.settings_dict, "NAME": "postgres"}
    with maintenance.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}_small" TEMPLATE "{name}"')
    maintenance.close()
    small = connections.create_connection("default")
    small.settings_dict = {**default.settings_dict, "NAME": f"{name}_small"}
    return small


def _play_tournament() -> list[int]:
    """Play a tournament of 24 games and return their ids."""
    from tests.tournaments.builders import games_of, make_tournament
    from tests.tournaments.builders import play_all as tournament_played

    tournament = make_tournament(
        *("ann", "bob", "cyd", "dan"), ruleset="goldgraeber@1", seats=4, deals=6, options={"tactical": True}
    )
    return [game.pk for game in games_of(tournament_played(tournament))]


def _make_true_copy(model_id: int) -> int:
    """Return a copy of a game among all others after giving it the model's seed, so that its chance events verify."""
    from games.models import Game
    from games.verification import verify_game

    model = Game.objects.get(pk=model_id)
    copies = list(Game.objects.filter(head_hash=model.head_hash).order_by("id"))
    copy = copies[len(copies) // 2]
    Game.objects.filter(pk=copy.pk).update(seed=model.seed)
    assert verify_game(copy.pk).is_good, "the copy of a game is as right as the game"
    return copy.pk


def _measure_times(name: str, sides: Mapping[str, tuple[Any, int]]) -> dict[str, list[float]]:
    """
    Return, for each side, the best time of a request at some steps of its game, in milliseconds.

    Args:
        name: of the request.
        sides: by name, the connection to a database and the id of a game in it.
    """
    from django.db import connections
    from django.test import Client

    from frontend.viewer.scenes import forget_stories
    from games.models import Game

    client = Client(headers={"host": "localhost"})
    last = Game.objects.get(pk=sides["same"][1]).head_seq
    steps = range(last // 4, last, last // 4) if name == _UNCACHED else range(last // 8, last, last // 8)
    times: dict[str, list[float]] = {side: [] for side in sides}
    for step in steps:
        tries: dict[str, list[float]] = {side: [] for side in sides}
        for _ in range(6):
            for side, (connection, game_id) in sides.items():
                connections["default"] = connection
                if name == _UNCACHED:
                    forget_stories()
                begun = time.perf_counter()
                answer = client.get(_PATHS[name].format(game=game_id, step=step))
                tries[side].append(1000 * (time.perf_counter() - begun))
                assert answer.status_code == 200, f"{name} answers {answer.status_code}"
        for side in sides:
            times[side].append(min(tries[side]))
    return times


def _find_scans(game_id: int) -> list[str]:
    """Return, for every statement of the requests that reads a large table from end to end, table and statement."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from frontend.viewer.scenes import forget_stories

    forget_stories()
    client = Client(headers={"host": "localhost"})
    with CaptureQueriesContext(connection) as queries:
        for path in _PATHS.values():
            client.get(path.format(game=game_id, step=50))
    statements = {query["sql"] for query in queries if query["sql"].lstrip().startswith(("SELECT", "WITH"))}
    assert len(statements) > len(_PATHS), "requests ask the database"
    large = _find_large_tables()
    found = []
    with connection.cursor() as cursor:
        for statement in sorted(statements):
            cursor.execute(_make_explain(statement).replace("%", "%%"), None)
            plan = "\n".join(row[0] for row in cursor.fetchall())
            scanned = set(re.findall(r"Seq Scan on (\w+)", plan)) & large
            found += [f"{table} is read from end to end by {statement[:200]}" for table in sorted(scanned)]
    return found


def _make_explain(statement: str) -> str:
    """
    Return the statement that explains one; of one that is prepared, whose values are not in its text, the kept plan.
    """
    names: list[str] = []

    def number(place: re.Match[str]) -> str:
        name = place[1] or f"the {len(names) + 1}th"
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    numbered = re.sub(r"%(?:s|\((\w+)\)s)", number, statement)
    return f"EXPLAIN (GENERIC_PLAN) {numbered}" if names else f"EXPLAIN {statement}"


def _find_large_tables() -> set[str]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT relname {_OURS}", [_FEW_ROWS])
        return {row[0] for row in cursor.fetchall()}


def _analyze() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _count_rows() -> Sequence[str]:
    """Return how many rows the large tables have."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT relname, reltuples::bigint, pg_total_relation_size(oid) / 1048576 {_OURS} ORDER BY 2 DESC",
            [_FEW_ROWS],
        )
        return [f"{name}: {rows:,} rows, {size:,} MB" for name, rows, size in cursor.fetchall()]


if __name__ == "__main__":
    main()

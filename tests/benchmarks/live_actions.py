"""
A live action over HTTP, from the request's first byte to the answer's last: 50 games in play on two web processes.

Two real uvicorn processes share one address. Two users play all games against each other. Each of the hundred players
has a connection, waits for its turn by long poll (``/turns/?wait=30&game=ID``) and thinks about a second before each
action: some fifty actions per second arrive in random order while fifty long polls wait. The benchmark measures each
action's ``POST /games/ID/events/``: authentication, limits, rules, log, chance steps, and the answer with observation
and legal actions of the seat's next turn. The players run in this process and share the
processors with both web processes and the database, as on a small machine.

It also measures the time until a turn reaches the opponent that waits by long poll, and the time that the same
database takes to append one event.
"""

import asyncio
import os
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import django
from django.core.management import call_command

from tests.benchmarks.harness import Figure, is_quick, report

GAMES = 50


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    # Rooms that import models, which exist only now.
    from tests.benchmarks.live_players import Arena, set_up_games

    seconds = 12.0 if quick else 60.0
    from tests.processes import running_sites

    with tempfile.TemporaryDirectory() as folder, running_sites(Path(folder), 2) as sites:
        games, tokens = set_up_games(GAMES)
        arena = Arena(sites[0].url, games, tokens)
        start = time.perf_counter()
        asyncio.run(arena.run(warm_up=6.0, seconds=seconds))
        assert time.perf_counter() - start < seconds + 30, "the load generator keeps its time"
    times = sorted(arena.actions)
    report(
        "Live actions over HTTP",
        [
            Figure("an action, median", 1000 * median(times), "ms", target=15, at_most=True),
            Figure("an action, 95th percentile", 1000 * quantiles(times, n=20)[18], "ms"),
            Figure("a turn reaches who waits for it, median", 1000 * median(arena.deliveries), "ms"),
            Figure("actions", len(times) / seconds, "1/s"),
        ],
        notes=[
            f"{GAMES} games; {len(times)} actions in {seconds:.0f} s, every one of them taken; "
            f"{arena.finished} games were finished."
        ],
    )


if __name__ == "__main__":
    main()

"""
Server time for one step of a replay: whole views through Django's test client, with the database.

A step costs reading the log, replaying it up to the step with all checks, and drawing. The page also holds the list of
all events, whose sentences are cached between requests; a request with an empty cache is measured separately.
Times are medians over many steps of one game of four seats, as the wall clock shows them; each step is asked for
several times and the best time counts, to exclude the load of other processes.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import django
from django.core.management import call_command

from tests.benchmarks.harness import Figure, is_quick, report

_RECORD = Path(__file__).parent.parent / "golden" / "examples" / "moon-river-4-base.jsonl"
_LIMIT = 10.0
_TRIES = 5


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    # These rooms import models, which exist only now.
    from django.test import Client

    from frontend.viewer.scenes import forget_stories
    from games.import_export import game_import

    game = game_import(text=_RECORD.read_bytes()).game
    client = Client(headers={"host": "localhost"})
    steps = list(range(0, game.head_seq + 1, 4 if quick else 1))

    def page(step: int) -> None:
        _ask(client, f"/games/{game.pk}/?step={step}")

    def page_uncached(step: int) -> None:
        forget_stories()
        page(step)

    def frame(step: int) -> None:
        _ask(client, f"/games/{game.pk}/frames/?from={step}&to={step}")

    def block(step: int) -> None:
        _ask(client, f"/games/{game.pk}/frames/?from={step}&to={step + 23}")

    page(0)
    report(
        f"One step of a replay of {game.head_seq} events",
        [
            Figure("frame of one step", _measure_median(frame, steps), "ms", target=_LIMIT, at_most=True),
            Figure("page of one step", _measure_median(page, steps), "ms"),
            Figure("page of one step, empty cache", _measure_median(page_uncached, steps[::8]), "ms"),
            Figure("24 frames", _measure_median(block, steps[::8]), "ms"),
        ],
    )


def _ask(client: "django.test.Client", address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200, f"{address} answers {response.status_code}"


def _measure_median(work: Callable[[int], None], steps: list[int]) -> float:
    """Return the median time of a work over the steps, in milliseconds."""
    return 1000 * median(min(_seconds(work, step) for _ in range(_TRIES)) for step in steps)


def _seconds(work: Callable[[int], None], step: int) -> float:
    begun = time.perf_counter()
    work(step)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()

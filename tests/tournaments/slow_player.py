"""Play a tournament of the race slowly, to be killed mid-game: ``python -m ... ID SECONDS``."""

import sys
from collections.abc import Sequence
from datetime import timedelta
from time import sleep
from typing import Any


class Pondering:
    """The random bot with a delay."""

    def choose(self, observation: Any, legal: Sequence[int], rng: Any) -> int:
        sleep(0.02)
        answer: int = rng.choice(legal)
        return answer


def main() -> None:
    """Play until the tournament is over or this process is killed."""
    import django

    django.setup()
    from engine.core import registry
    from games.play_jobs import worker_name
    from tests.tournaments.builders import make_table
    from tests.tournaments.race import RACE
    from tournaments.play import worker_loop

    registry.register(RACE)
    worker_loop.REPORT_SECONDS = 0.1
    tournament_id, lease = int(sys.argv[1]), float(sys.argv[2])
    table = make_table(ann=Pondering(), bob=Pondering())
    worker_loop.WorkerLoop(worker_name(), table=table, lease=timedelta(seconds=lease)).run(
        tournament_id, seconds=3600
    )


if __name__ == "__main__":
    main()

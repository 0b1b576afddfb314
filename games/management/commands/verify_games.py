"""Verify stored games: replay each with every check and record the verdict."""

from argparse import ArgumentTypeError
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.core import VerdictStatus
from games.management.commands._verify_worker import UNKNOWN, Finding, verify_batch
from games.management.parallel import count_processors, map_in_processes
from games.management.progress import track_progress
from games.models import GameVerdict
from games.verification import sweep_begin, sweep_counts, sweep_divergences, sweep_end, sweep_pending

#: Games a process is given at a time.
_BATCH = 20


class Command(BaseCommand):
    """``manage.py verify_games [GAME ...] [--processes N] [--anew]``"""

    help = (
        "Replay games with every check and record the verdicts. All games: a sweep, which goes on where it was broken "
        "off. Exits with 1 if any game diverged."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=int, metavar="GAME", help="Numbers of games; none: all.")
        parser.add_argument(
            "--processes",
            type=_count,
            default=count_processors(),
            help="How many processes share the work; as many as the machine has count_processors, if left out.",
        )
        parser.add_argument(
            "--anew",
            action="store_true",
            help="Begin a sweep from its beginning although one was broken off.",
        )

    def handle(self, *args: Any, games: list[int], processes: int, anew: bool, **options: Any) -> None:
        if games:
            self._verify_chosen(games, processes)
        else:
            self._sweep(processes, anew=anew)

    def _verify_chosen(self, game_ids: Sequence[int], processes: int) -> None:
        counts: Counter[str] = Counter()
        for finding in track_progress(_found(game_ids, processes), title="Verifying", total=len(game_ids)):
            counts[finding.status] += 1
            self._say(finding)
        self._sum_up(counts)

    def _sweep(self, processes: int, *, anew: bool) -> None:
        sweep = sweep_begin(anew=anew)
        before = sweep_counts(sweep)
        waiting = before.pop(GameVerdict.UNVERIFIED, 0)
        if before:
            self.stdout.write(f"Going on with the sweep of {sweep.started_at:%Y-%m-%d %H:%M:%S} UTC.")
            for game_id, step, code in sweep_divergences(sweep):
                self._say(Finding(game_id, VerdictStatus.DIVERGED, step, code))
        try:
            for finding in track_progress(
                _found(sweep_pending(sweep), processes), title="Verifying", total=waiting
            ):
                self._say(finding)
        except KeyboardInterrupt:
            raise CommandError("Broken off. The same command goes on from here.") from None
        sweep_end(sweep=sweep)
        self._sum_up(sweep_counts(sweep))

    def _say(self, finding: Finding) -> None:
        if finding.status == VerdictStatus.DIVERGED:
            self.stdout.write(f"game {finding.game_id}: diverged at step {finding.step}: {finding.code}")
        elif finding.status == UNKNOWN:
            self.stdout.write(f"game {finding.game_id}: there is no such game")

    def _sum_up(self, counts: Counter[str]) -> None:
        labels = dict(GameVerdict.choices)
        said = [f"{count} {labels.get(status, status)}" for status, count in sorted(counts.items())]
        self.stdout.write(f"{counts.total()} games: {', '.join(said) or 'nothing to verify'}")
        bad = counts[VerdictStatus.DIVERGED] + counts[UNKNOWN]
        if bad:
            raise CommandError(f"{bad} of {counts.total()} games are not what they should be.")


def _found(game_ids: Iterable[int], processes: int) -> Iterator[Finding]:
    for findings in map_in_processes(verify_batch, _batches(game_ids), processes=processes):
        yield from findings


def _batches(game_ids: Iterable[int]) -> Iterator[list[int]]:
    waiting = iter(game_ids)
    while batch := list(islice(waiting, _BATCH)):
        yield batch


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 64:
        raise ArgumentTypeError("a whole number from 1 to 64 is expected")
    return int(text)

"""Command that verifies stored games in several processes: all in a resumable sweep, or some by id."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.core import VerdictStatus
from games.management.commands._verify_worker import UNKNOWN, Finding, verify_batch
from games.management.parallel import add_processes_argument, map_in_processes
from games.management.progress import track_progress
from games.models import GameVerdict
from games.verification import sweep_begin, sweep_counts, sweep_divergences, sweep_end, sweep_pending

#: Games per batch.
_BATCH = 20


class Command(BaseCommand):
    """``manage.py verify_games [GAME ...] [--processes N] [--restart]``"""

    help = (
        "Replay games with every check and store the verdicts. A sweep of all games is resumed after an interruption. "
        "The exit status is 1 if a game diverged."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=int, metavar="GAME", help="Ids of games; default: all.")
        add_processes_argument(parser)
        parser.add_argument(
            "--restart",
            action="store_true",
            help="Discard an interrupted sweep and begin a new one.",
        )

    def handle(self, *args: Any, games: list[int], processes: int, restart: bool, **options: Any) -> None:
        if games:
            self._verify_chosen(games, processes)
        else:
            self._sweep(processes, restart=restart)

    def _verify_chosen(self, game_ids: Sequence[int], processes: int) -> None:
        counts: Counter[str] = Counter()
        for finding in track_progress(_verify(game_ids, processes), title="Verifying", total=len(game_ids)):
            counts[finding.status] += 1
            self._write_finding(finding)
        self._write_summary(counts)

    def _sweep(self, processes: int, *, restart: bool) -> None:
        sweep = sweep_begin(restart=restart)
        before = sweep_counts(sweep)
        pending = before.pop(GameVerdict.UNVERIFIED, 0)
        if before:
            self.stdout.write(f"Continuing the sweep of {sweep.started_at:%Y-%m-%d %H:%M:%S} UTC.")
            for game_id, step, code in sweep_divergences(sweep):
                self._write_finding(Finding(game_id, VerdictStatus.DIVERGED, step, code))
        try:
            for finding in track_progress(
                _verify(sweep_pending(sweep), processes), title="Verifying", total=pending
            ):
                self._write_finding(finding)
        except KeyboardInterrupt:
            raise CommandError("Interrupted. The same command continues from here.") from None
        sweep_end(sweep=sweep)
        self._write_summary(sweep_counts(sweep))

    def _write_finding(self, finding: Finding) -> None:
        if finding.status == VerdictStatus.DIVERGED:
            self.stdout.write(f"game {finding.game_id}: diverged at step {finding.step}: {finding.code}")
        elif finding.status == UNKNOWN:
            self.stdout.write(f"game {finding.game_id}: there is no such game")

    def _write_summary(self, counts: Counter[str]) -> None:
        labels = dict(GameVerdict.choices)
        parts = [f"{count} {labels.get(status, status)}" for status, count in sorted(counts.items())]
        self.stdout.write(f"{counts.total()} games: {', '.join(parts) or 'nothing to verify'}")
        bad = counts[VerdictStatus.DIVERGED] + counts[UNKNOWN]
        if bad:
            raise CommandError(f"{bad} of {counts.total()} games diverged or do not exist.")


def _verify(game_ids: Iterable[int], processes: int) -> Iterator[Finding]:
    for findings in map_in_processes(verify_batch, _batches(game_ids), processes=processes):
        yield from findings


def _batches(game_ids: Iterable[int]) -> Iterator[list[int]]:
    ids = iter(game_ids)
    while batch := list(islice(ids, _BATCH)):
        yield batch

"""
Verify stored games: replay each with every check and record the verdict.
"""

from argparse import ArgumentTypeError
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from multiprocessing import get_context
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.db.models import Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from engine.core.replay import VerdictStatus
from games.management.commands._verifying import UNKNOWN, Finding, set_up, verify_batch
from games.models import Game, GameStatus, GameVerdict
from games.progress import tracked

#: Games a process is given at a time.
_BATCH = 20


class Command(BaseCommand):
    """
    ``manage.py verify_games [GAME ...] [--processes N] [--since TIME]``
    """

    help = "Replay games with every check and record the verdicts; exits with 1 if any game diverged."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=int, metavar="GAME", help="Numbers of games; none: all.")
        parser.add_argument("--processes", type=_count, default=1, help="How many processes share the work.")
        parser.add_argument(
            "--since",
            type=_moment,
            metavar="TIME",
            help="Leave out games verified at this time (ISO 8601) or later: goes on with a sweep broken off.",
        )

    def handle(
        self, *args: Any, games: list[int], processes: int, since: datetime | None, **options: Any
    ) -> None:
        started = timezone.now()
        game_ids = games or _all_games(since)
        counts: Counter[str] = Counter()
        findings = _found(game_ids, processes)
        try:
            for finding in tracked(findings, title="Verifying", total=len(game_ids)):
                counts[finding.status] += 1
                self._say(finding)
        except KeyboardInterrupt:
            again = (since or started).isoformat()
            raise CommandError(f"Broken off. To go on: manage.py verify_games --since {again}") from None
        self._sum_up(counts)

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


def _all_games(since: datetime | None) -> list[int]:
    games = Game.objects.exclude(status=GameStatus.SCHEDULED).order_by("pk")
    if since is not None:
        games = games.filter(Q(verified_at__isnull=True) | Q(verified_at__lt=since))
    return list(games.values_list("pk", flat=True))


def _found(game_ids: Sequence[int], processes: int) -> Iterator[Finding]:
    batches = [game_ids[start : start + _BATCH] for start in range(0, len(game_ids), _BATCH)]
    if processes == 1:
        for batch in batches:
            yield from verify_batch(batch)
        return
    # New processes rather than forked ones: a fork would share this process's connection.
    database = connections["default"].settings_dict["NAME"]
    with ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=set_up, initargs=(database,)
    ) as pool:
        for findings in pool.map(verify_batch, batches):
            yield from findings


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 64:
        raise ArgumentTypeError("a whole number from 1 to 64 is expected")
    return int(text)


def _moment(text: str) -> datetime:
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None:
        raise ArgumentTypeError("a time as 2026-01-31T12:00:00Z is expected")
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)

"""Progress of a tournament: counts, speed, games in play, and blockers if there is no progress."""

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Max, QuerySet
from django.db.models.functions import Now

from games.models import FailedAttempt, JobKind, JobStatus, PlayJob
from tournaments.models import Tournament, TournamentStatus, Worker
from tournaments.results.counts import Counts, tournament_game_counts

__all__ = ["Blocker", "BlockerCode", "PlayingGame", "Progress", "tournament_progress"]

#: A tournament without a heartbeat for this long makes no progress.
_PROGRESS_TIMEOUT = timedelta(seconds=15)

#: A worker without a heartbeat for this long is considered dead; idle workers send one with each sweep, every 10 s.
_WORKER_TIMEOUT = timedelta(seconds=30)

#: Maximum number of games listed as being played, and as stuck.
_MAX_LISTED = 20


class BlockerCode(StrEnum):
    """Why a running tournament makes no progress."""

    #: The last heartbeat of any worker was at ``since`` (None: never).
    NO_WORKER = "no_worker"
    #: The last publication did not reach the broker; ``detail`` is the reason.
    BROKER_UNREACHABLE = "broker_unreachable"
    #: A game waits for the lease of ``worker`` to expire at ``until``.
    LEASE_HELD = "lease_held"
    #: A game had too many platform failures; ``detail`` is the last reason.
    STUCK = "stuck"
    #: A game had a platform failure and is retried at ``until``; ``detail`` is the reason.
    PAUSED = "paused"
    #: Workers are alive and the games are published, but the workers are busy with other games.
    QUEUED = "queued"


@dataclass(frozen=True, slots=True)
class Blocker:
    """One reason why there is no progress, with its details."""

    code: BlockerCode
    game_id: int | None = None
    worker: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    detail: str = ""

    def __str__(self) -> str:
        if self.code is BlockerCode.NO_WORKER:
            if self.since is None:
                return "No worker has ever been running. Start one."
            return (
                f"No worker is running; the last heartbeat was at {_format_time(self.since)}. Start a worker."
            )
        if self.code is BlockerCode.BROKER_UNREACHABLE:
            return f"The broker could not be reached: {self.detail}"
        if self.code is BlockerCode.LEASE_HELD:
            return (
                f"Game {self.game_id} is leased by {self.worker} until {_format_time(self.until)}; "
                f"the last heartbeat was at {_format_time(self.since)}."
            )
        if self.code is BlockerCode.STUCK:
            return f"Game {self.game_id} is stuck until it is retried in the admin: {self.detail}"
        if self.code is BlockerCode.PAUSED:
            return f"Game {self.game_id} failed and is retried at {_format_time(self.until)}: {self.detail}"
        return "The workers are busy with other games."


@dataclass(frozen=True, slots=True)
class PlayingGame:
    """A game leased by a worker; ``step`` is the number of its last stored event."""

    game_id: int
    players: tuple[str, ...]
    step: int
    worker: str
    leased_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Progress(Counts):
    """
    Counts of games, speed, games in play and blockers.

    ``seconds_left`` is estimated from the speed so far; None before the first game is finished.
    """

    started_at: datetime | None
    finished_at: datetime | None
    games_per_second: float | None
    seconds_left: float | None
    games: tuple[PlayingGame, ...]
    blockers: tuple[Blocker, ...]

    @property
    def share(self) -> float | None:
        """The share of planned games that are finished or voided, 0 to 1; None in open play."""
        return (self.finished + self.voided) / self.planned if self.planned else None

    @property
    def counted(self) -> int:
        """The games that count: planned and finished, or submitted."""
        return self.finished + self.submitted

    @property
    def results(self) -> str:
        """A version of the standings: it changes whenever they may have changed."""
        return f"{self.finished}-{self.submitted}-{self.not_counted}"


def tournament_progress(tournament: Tournament, *, now: datetime | None = None) -> Progress:
    """Return the progress of the tournament at ``now``, by default the database's time."""
    tournament = found = Tournament.objects.annotate(read_at=Now()).get(pk=tournament.pk)
    now = now or found.read_at
    counts = tournament_game_counts(tournament.pk)
    speed = _compute_speed(tournament, counts.finished, now)
    is_running = tournament.status == TournamentStatus.RUNNING
    return Progress(
        **{each.name: getattr(counts, each.name) for each in fields(counts)},
        started_at=tournament.started_at,
        finished_at=tournament.finished_at,
        games_per_second=speed,
        seconds_left=(counts.waiting + counts.playing) / speed if speed and is_running else None,
        games=_list_playing(tournament) if is_running else (),
        blockers=_find_blockers(tournament, now) if is_running and counts.planned else (),
    )


def _compute_speed(tournament: Tournament, finished: int, now: datetime) -> float | None:
    if not finished or tournament.started_at is None:
        return None
    seconds = ((tournament.finished_at or now) - tournament.started_at).total_seconds()
    return finished / seconds if seconds > 0 else None


def _query_jobs(tournament: Tournament) -> QuerySet[PlayJob]:
    return PlayJob.objects.filter(kind=JobKind.PLANNED, group_key=tournament.pk).order_by("game")


def _list_playing(tournament: Tournament) -> tuple[PlayingGame, ...]:
    leased = (
        _query_jobs(tournament)
        .filter(status=JobStatus.LEASED)
        .select_related("game__planned_game")[:_MAX_LISTED]
    )
    names = dict(tournament.entrants.values_list("seed_rank", "name"))
    return tuple(
        PlayingGame(
            game_id=job.game_id,
            players=tuple(names[number] for number in job.game.planned_game.seating),
            step=job.game.head_seq,
            worker=job.worker,
            leased_at=job.leased_at,
            expires_at=job.expires_at,
        )
        for job in leased
        if job.leased_at is not None and job.expires_at is not None
    )


def _find_blockers(tournament: Tournament, now: datetime) -> tuple[Blocker, ...]:
    """Return every blocker; stuck games are listed even during progress, because they need an organiser."""
    jobs = _query_jobs(tournament)
    stuck = _list_failed(jobs.filter(status=JobStatus.STUCK), BlockerCode.STUCK)
    if _is_moving(tournament, now):
        return stuck
    reasons = list(stuck)
    if tournament.publish_fault:
        reasons.append(
            Blocker(
                BlockerCode.BROKER_UNREACHABLE, since=tournament.published_at, detail=tournament.publish_fault
            )
        )
    heard = Worker.objects.aggregate(last=Max("heard_at"))["last"]
    if heard is None or now - heard > _WORKER_TIMEOUT:
        reasons.append(Blocker(BlockerCode.NO_WORKER, since=heard))
    reasons += [
        Blocker(
            BlockerCode.LEASE_HELD,
            game_id=job.game_id,
            worker=job.worker,
            since=job.heartbeat_at,
            until=job.expires_at,
        )
        for job in jobs.filter(status=JobStatus.LEASED)[:_MAX_LISTED]
    ]
    waiting = jobs.filter(status=JobStatus.WAITING)
    reasons += _list_failed(waiting.filter(retry_at__gt=now), BlockerCode.PAUSED)
    if not reasons and waiting.exists():
        reasons.append(Blocker(BlockerCode.QUEUED, since=tournament.published_at))
    return tuple(reasons)


def _is_moving(tournament: Tournament, now: datetime) -> bool:
    """Whether the tournament was started, or any of its jobs had a heartbeat, recently."""
    if (
        tournament.started_at is not None
        and now - tournament.started_at < _PROGRESS_TIMEOUT
        and not tournament.publish_fault
    ):
        return True
    return _query_jobs(tournament).filter(heartbeat_at__gt=now - _PROGRESS_TIMEOUT).exists()


def _list_failed(jobs: QuerySet[PlayJob], code: BlockerCode) -> tuple[Blocker, ...]:
    """Return a blocker per failed game, with its last failed attempt."""
    named = list(jobs[:_MAX_LISTED])
    attempts = FailedAttempt.objects.filter(job__in=named).order_by("job", "-id").distinct("job")
    last = {attempt.job_id: attempt for attempt in attempts}
    return tuple(
        Blocker(
            code,
            game_id=job.game_id,
            worker=last[job.pk].worker if job.pk in last else None,
            since=last[job.pk].ended_at if job.pk in last else None,
            until=job.retry_at if code is BlockerCode.PAUSED else None,
            detail=job.reason,
        )
        for job in named
    )


def _format_time(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC" if moment else "never"

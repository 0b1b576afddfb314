"""Progress: how far a tournament has come, what is being played, and why nothing moves when nothing moves."""

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Max, QuerySet
from django.db.models.functions import Now

from games.models import FailedAttempt, JobKind, JobStatus, PlayJob
from tournaments.models import Tournament, TournamentStatus, Worker
from tournaments.results.counts import Counts, tournament_game_counts

__all__ = ["Blocker", "BlockerCode", "PlayingGame", "Progress", "tournament_progress"]

#: A tournament without a heartbeat of any worker for this long does not move.
_IDLE_AFTER = timedelta(seconds=15)

#: A worker not heard from for so long is taken to be gone: idle ones say so with every sweep, each 10 seconds.
_WORKER_TIMEOUT = timedelta(seconds=30)

#: How many games being played, and stuck ones, are named.
_MAX_LISTED = 20


class BlockerCode(StrEnum):
    """Why a running tournament does not move."""

    #: No worker has been heard from since ``since`` (never, if None).
    NO_WORKER = "no_worker"
    #: The last offer of work did not reach the broker; ``detail`` says why.
    BROKER_UNREACHABLE = "broker_unreachable"
    #: A game waits for the lease of ``worker`` to run out at ``until``.
    LEASE_HELD = "lease_held"
    #: A planned game failed too often by no bot's fault; ``detail`` is the last reason.
    STUCK = "stuck"
    #: A game could not be played by no bot's fault and is tried again at ``until``; ``detail`` says why.
    PAUSED = "paused"
    #: Workers are there and the work is offered, but they are busy with other tournaments.
    QUEUED = "queued"


@dataclass(frozen=True, slots=True)
class Blocker:
    """One reason why nothing moves, with what is known about it."""

    code: BlockerCode
    game_id: int | None = None
    worker: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    detail: str = ""

    def __str__(self) -> str:
        game = f"game {self.game_id}" if self.game_id else "a game"
        if self.code is BlockerCode.NO_WORKER:
            heard = f" since {_format_time(self.since)}" if self.since else ""
            return f"No worker has been heard from{heard}."
        if self.code is BlockerCode.BROKER_UNREACHABLE:
            return f"The broker could not be reached: {self.detail}"
        if self.code is BlockerCode.LEASE_HELD:
            return (
                f"{game.capitalize()} is held by {self.worker}, last heard from at {_format_time(self.since)}, "
                f"until {_format_time(self.until)}."
            )
        if self.code is BlockerCode.STUCK:
            return f"{game.capitalize()} is stuck: {self.detail}"
        if self.code is BlockerCode.PAUSED:
            return f"{game.capitalize()} is tried again at {_format_time(self.until)}: {self.detail}"
        return "The workers are busy with other games."


@dataclass(frozen=True, slots=True)
class PlayingGame:
    """A game that a worker holds now; ``step`` is the number of its last stored event."""

    game_id: int
    players: tuple[str, ...]
    step: int
    worker: str
    leased_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Progress(Counts):
    """
    Numbers of games, speed, and what is going on.

    ``seconds_left`` is an estimate from the speed so far, None while there is nothing to estimate from.
    """

    started_at: datetime | None
    finished_at: datetime | None
    games_per_second: float | None
    seconds_left: float | None
    games: tuple[PlayingGame, ...]
    blockers: tuple[Blocker, ...]

    @property
    def share(self) -> float | None:
        """The share of planned games that are finished or voided, 0 to 1; None where nothing is planned."""
        return (self.finished + self.voided) / self.planned if self.planned else None

    @property
    def counted(self) -> int:
        """The games that count: planned and finished, or submitted."""
        return self.finished + self.submitted

    @property
    def results(self) -> str:
        """A word that is another one whenever standings may be others."""
        return f"{self.finished}-{self.submitted}-{self.not_counted}"


def tournament_progress(tournament: Tournament, *, now: datetime | None = None) -> Progress:
    """Return how far the tournament has come by ``now``, which the database tells if it is left out."""
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
    """Name every reason; stuck games are named even while others move, because they will not move by themselves."""
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
    """Whether anything happened lately: a start, a lease, a heartbeat or an end."""
    if (
        tournament.started_at is not None
        and now - tournament.started_at < _IDLE_AFTER
        and not tournament.publish_fault
    ):
        return True
    return _query_jobs(tournament).filter(heartbeat_at__gt=now - _IDLE_AFTER).exists()


def _list_failed(jobs: QuerySet[PlayJob], code: BlockerCode) -> tuple[Blocker, ...]:
    """Name games that could not be played, each with its last failed attempt."""
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

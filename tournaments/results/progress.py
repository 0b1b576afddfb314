"""Progress: how far a tournament has come, what is being played, and why nothing moves when nothing moves."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Count, Max, QuerySet
from django.db.models.functions import Now

from tournaments.models import (
    Attempt,
    AttemptOutcome,
    PlannedGame,
    PlannedStatus,
    Tournament,
    TournamentStatus,
    Worker,
)
from tournaments.results.counting import entered_games_count

__all__ = ["Blocker", "BlockerCode", "PlayingGame", "Progress", "tournament_progress"]

#: A tournament whose attempts have given no sign for so long does not move.
_QUIET = timedelta(seconds=15)

#: A worker not heard from for so long is taken to be gone: idle ones say so with every sweep, each 10 seconds.
_SILENT = timedelta(seconds=30)

#: How many games being played, and stuck ones, are named.
_NAMED = 20


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
            heard = f" since {_clock(self.since)}" if self.since else ""
            return f"No worker has been heard from{heard}."
        if self.code is BlockerCode.BROKER_UNREACHABLE:
            return f"The broker could not be reached: {self.detail}"
        if self.code is BlockerCode.LEASE_HELD:
            return (
                f"{game.capitalize()} is held by {self.worker}, last heard from at {_clock(self.since)}, "
                f"until {_clock(self.until)}."
            )
        if self.code is BlockerCode.STUCK:
            return f"{game.capitalize()} is stuck: {self.detail}"
        if self.code is BlockerCode.PAUSED:
            return f"{game.capitalize()} is tried again at {_clock(self.until)}: {self.detail}"
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
class Progress:
    """
    Counts of planned games by status, of submitted games that count and that don't, speed, and what is going on.

    ``seconds_left`` is an estimate from the speed so far, None while there is nothing to estimate from.
    """

    status: TournamentStatus
    planned: int
    waiting: int
    playing: int
    finished: int
    voided: int
    stuck: int
    submitted: int
    not_counted: int
    started_at: datetime | None
    finished_at: datetime | None
    games_per_second: float | None
    seconds_left: float | None
    games: tuple[PlayingGame, ...]
    blockers: tuple[Blocker, ...]

    @property
    def is_over(self) -> bool:
        """Whether nothing will be played any more."""
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)

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
    fresh = Tournament.objects.annotate(
        read_at=Now(),
        submitted=entered_games_count(counted=True),
        not_counted=entered_games_count(counted=False),
    )
    tournament = found = fresh.get(pk=tournament.pk)
    now = now or found.read_at
    status = TournamentStatus(tournament.status)
    counts = dict(
        PlannedGame.objects.filter(tournament=tournament)
        .values_list("status")
        .annotate(Count("pk"))
        .order_by()
    )
    finished = counts.get(PlannedStatus.FINISHED, 0)
    left = sum(counts.get(name, 0) for name in (PlannedStatus.WAITING, PlannedStatus.LEASED))
    speed = _games_per_second(tournament, finished, now)
    games = _playing(tournament) if status is TournamentStatus.RUNNING else ()
    return Progress(
        status=status,
        planned=sum(counts.values()),
        waiting=counts.get(PlannedStatus.WAITING, 0),
        playing=counts.get(PlannedStatus.LEASED, 0),
        finished=finished,
        voided=counts.get(PlannedStatus.VOIDED, 0),
        stuck=counts.get(PlannedStatus.STUCK, 0),
        submitted=found.submitted,
        not_counted=found.not_counted,
        started_at=tournament.started_at,
        finished_at=tournament.finished_at,
        games_per_second=speed,
        seconds_left=left / speed if speed and status is TournamentStatus.RUNNING else None,
        games=games,
        blockers=_blockers(tournament, now) if status is TournamentStatus.RUNNING and counts else (),
    )


def _games_per_second(tournament: Tournament, finished: int, now: datetime) -> float | None:
    if not finished or tournament.started_at is None:
        return None
    seconds = ((tournament.finished_at or now) - tournament.started_at).total_seconds()
    return finished / seconds if seconds > 0 else None


def _playing(tournament: Tournament) -> tuple[PlayingGame, ...]:
    attempts = (
        Attempt.objects.filter(planned_game__tournament=tournament, ended_at=None)
        .select_related("planned_game__game")
        .order_by("planned_game_id")[:_NAMED]
    )
    names = dict(tournament.entrants.values_list("seed_rank", "name"))
    return tuple(
        PlayingGame(
            game_id=attempt.planned_game.game.pk,
            players=tuple(names[number] for number in attempt.planned_game.seating),
            step=attempt.planned_game.game.head_seq,
            worker=attempt.worker,
            leased_at=attempt.leased_at,
            expires_at=attempt.expires_at,
        )
        for attempt in attempts
        if attempt.planned_game.game is not None
    )


def _blockers(tournament: Tournament, now: datetime) -> tuple[Blocker, ...]:
    """Name every reason; stuck games are named even while others move, for they will not move by themselves."""
    planned = PlannedGame.objects.filter(tournament=tournament)
    stuck = _failed(planned.filter(status=PlannedStatus.STUCK), BlockerCode.STUCK)
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
    if heard is None or now - heard > _SILENT:
        reasons.append(Blocker(BlockerCode.NO_WORKER, since=heard))
    held = Attempt.objects.filter(planned_game__tournament=tournament, ended_at=None).select_related(
        "planned_game"
    )
    reasons += [
        Blocker(
            BlockerCode.LEASE_HELD,
            game_id=attempt.planned_game.game_id,
            worker=attempt.worker,
            since=attempt.heartbeat_at,
            until=attempt.expires_at,
        )
        for attempt in held.order_by("planned_game_id")[:_NAMED]
    ]
    waiting = planned.filter(status=PlannedStatus.WAITING)
    reasons += _failed(waiting.filter(retry_at__gt=now), BlockerCode.PAUSED)
    if not reasons and waiting.exists():
        reasons.append(Blocker(BlockerCode.QUEUED, since=tournament.published_at))
    return tuple(reasons)


def _is_moving(tournament: Tournament, now: datetime) -> bool:
    """Whether anything happened lately: a start, a lease, a heartbeat or an end."""
    if (
        tournament.started_at is not None
        and now - tournament.started_at < _QUIET
        and not tournament.publish_fault
    ):
        return True
    return Attempt.objects.filter(planned_game__tournament=tournament, heartbeat_at__gt=now - _QUIET).exists()


def _failed(games: QuerySet[PlannedGame], code: BlockerCode) -> tuple[Blocker, ...]:
    """Name games that could not be played, each with the reason of its last failure."""
    blockers = []
    for planned in games.order_by("id")[:_NAMED]:
        last = (
            planned.attempts.filter(outcome__in=[AttemptOutcome.FAILED, AttemptOutcome.EXPIRED])
            .order_by("-id")
            .first()
        )
        blockers.append(
            Blocker(
                code,
                game_id=planned.game_id,
                worker=last.worker if last else None,
                since=last.ended_at if last else None,
                until=planned.retry_at if code is BlockerCode.PAUSED else None,
                detail=last.reason if last else "",
            )
        )
    return tuple(blockers)


def _clock(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC" if moment else "never"

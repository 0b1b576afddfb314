"""Builders of tournaments for tests, and bots that misbehave."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db.models import QuerySet
from django.utils import timezone

from engine.bots import Bot
from engine.core import Action
from games.models import Game, JobKind, JobStatus, PlayJob
from games.models import core as models
from games.queries import logged_events
from tests.tournaments.race import RACE
from tournaments.bots import Participant, Table
from tournaments.bots.in_process import InProcess, find_builtin_player
from tournaments.models import PlannedGame, Tournament
from tournaments.planning import tournament_create, tournament_start
from tournaments.play import WorkerLoop

__all__ = [
    "Answering",
    "expire",
    "hold",
    "jobs_of",
    "make_bot",
    "make_bots",
    "make_table",
    "make_tournament",
    "make_worker",
    "play_all",
    "read_logs",
    "statuses_of",
]


def make_bot(name: str = "random", **fields: Any) -> models.Bot:
    """Return a bot of that name; it plays as the random bot unless a table replaces it."""
    return make_bots(name, **fields)[0]


def make_bots(*names: str, **fields: Any) -> list[models.Bot]:
    """Return bots of those names, as ``make_bot`` does, in two statements."""
    fields = {"parameters": {"builtin": "random"}} | fields
    made = [models.Bot(**{"name": name, "title": name.title()} | fields) for name in names]
    models.Bot.objects.bulk_create(made, ignore_conflicts=True)
    rows = models.Bot.objects.in_bulk(names, field_name="name")
    return [rows[name] for name in names]


def make_tournament(*names: str, start: bool = True, **fields: Any) -> Tournament:
    """Return a tournament of bots of those names (default: two) in the race."""
    bots = make_bots(*(names or ("ann", "bob")))
    plan: dict[str, Any] = {"name": "Open", "ruleset": RACE.key, "seats": 2, "deals": 1}
    tournament = tournament_create(bots=bots, **plan | fields)
    return tournament_start(tournament) if start else tournament


class Answering:
    """A bot that calls a function for its answers."""

    def __init__(self, answer: Callable[[], Action]) -> None:
        self._answer = answer

    def choose(self, observation: Any, legal: Sequence[Action], rng: Any) -> Action:
        return self._answer()


def make_table(**bots: Bot) -> Table:
    """Return a table in which the named bots are replaced by these."""

    def make(participant: Participant, ruleset: str) -> Bot:
        return bots.get(participant.name) or find_builtin_player(participant, ruleset)

    return Table({"builtin": InProcess(make)})


def make_worker(
    worker: str = "worker", *, table: Table | None = None, lease: timedelta | None = None
) -> WorkerLoop:
    """Return a worker loop."""
    made = WorkerLoop(worker, table=table or Table())
    if lease is not None:
        made.lease = lease
    return made


def play_all(tournament: Tournament, *, table: Table | None = None) -> Tournament:
    """Play all waiting games of a tournament in this process; return it reloaded."""
    make_worker(table=table).run(tournament.pk, seconds=60)
    tournament.refresh_from_db()
    return tournament


def read_logs(tournament: Tournament) -> dict[tuple[int, int, int], list[Any]]:
    """Return the log of each planned game by its slot: match, deal, seat order."""
    slots = PlannedGame.objects.filter(tournament=tournament).order_by("id")
    return {
        (slot.match_id, slot.deal, slot.order): logged_events(slot.game_id)
        for slot in slots
        if slot.game_id is not None
    }


def jobs_of(tournament: Tournament) -> QuerySet[PlayJob]:
    """Return the jobs of a tournament in the order of play."""
    return PlayJob.objects.filter(kind=JobKind.PLANNED, group_key=tournament.pk).order_by("game")


def statuses_of(tournament: Tournament) -> list[str]:
    """Return the statuses of a tournament's jobs in the order of play."""
    return list(jobs_of(tournament).values_list("status", flat=True))


def expire(jobs: QuerySet[PlayJob]) -> None:
    """Expire the leases among the jobs."""
    jobs.filter(status=JobStatus.LEASED).update(expires_at=timezone.now() - timedelta(seconds=1))


def hold(jobs: QuerySet[PlayJob]) -> None:
    """Lease the jobs to another worker for an hour."""
    jobs.update(
        status=JobStatus.LEASED,
        token=uuid4(),
        worker="another",
        leased_at=timezone.now(),
        heartbeat_at=timezone.now(),
        expires_at=timezone.now() + timedelta(hours=1),
    )


def games_of(tournament: Tournament) -> list[Game]:
    """Return the games of a tournament in the order of play."""
    return list(Game.objects.filter(planned_game__tournament=tournament).order_by("planned_game__id"))

"""Create forks that bots play."""

from collections.abc import Sequence

from django.db import transaction

from games.event_store import PlannedSeat
from games.forks import ForkSeed, fork_start
from games.models import Bot, Game, JobKind
from games.play_jobs import jobs_create
from games.queries import game_get
from games.realtime import GameDomainEvent, publish
from tournaments.planning import bots_check, entrant_names

__all__ = ["fork_create"]


def fork_create(*, parent_id: int, step: int, bots: Sequence[Bot], seed: ForkSeed) -> Game:
    """
    Fork a finished game at a step and queue it to be played by these bots, one per seat.

    Raises:
        UnknownGame: there is no game with the parent's id.
        ForkRefused: the game cannot be forked there.
        InvalidTournament: a bot cannot play; the code gives the reason.
    """
    parent = game_get(parent_id)
    bots_check(bots, parent.ruleset)
    names = entrant_names([bot.name for bot in bots])
    seats = [PlannedSeat(name, bot.pk) for name, bot in zip(names, bots, strict=True)]
    with transaction.atomic():
        game = fork_start(parent_id=parent_id, step=step, seats=seats, seed=seed)
        jobs_create(kind=JobKind.FORK, game_ids=[game.pk])
        publish(GameDomainEvent.FORKED, game_ids=[game.pk])
    return game

"""
Continuing from here: a new game that goes on from a step of a finished one.

The parent's events up to the step are copied, so that whoever reads the log of a fork reads it like any other.
"""

from collections.abc import Sequence
from enum import StrEnum

from django.db import transaction
from django.db.models import QuerySet

from engine.core import replay
from engine.core.chance import chances
from engine.core.errors import EngineError
from engine.core.events import LoggedEvent
from engine.core.forks import Fork
from engine.core.playthrough import Playthrough, Status
from engine.core.record import Header
from games.errors import ForkRefused
from games.headers import game_from, sound_header
from games.models import Event, Game, GameOrigin, GameSeed, GameStatus, Seat
from games.seeds import seed_may_be_shown, seeds_committed, seeds_create, seeds_secret
from games.selectors import game_get, games_list, logged_events
from games.services import PlannedSeat, game_log

__all__ = ["ForkSeed", "game_fork", "game_forks"]


class ForkSeed(StrEnum):
    """
    Where the chance of what follows comes from: the parent's seed deals on, or a new one is drawn from.
    """

    SAME = "same"
    NEW = "new"


def game_forks(parent_id: int) -> QuerySet[Game]:
    """
    Return the games that go on from a step of a game, newest first, with their seats and bots.
    """
    return games_list().filter(parent=parent_id)


def game_fork(*, parent_id: int, step: int, seats: Sequence[PlannedSeat], seed: ForkSeed) -> Game:
    """
    Start a game that has the parent's log up to a step and goes on from there with players of its own.

    Raises:
        UnknownGame: there is no such parent.
        ForkRefused: nothing can go on from there like that; nothing has been written then.
    """
    parent = game_get(parent_id)
    header = _continued(parent, step)
    if len(seats) != parent.seats:
        raise ForkRefused("wrong_player_count", field="bots", expected=parent.seats)
    before = header.commitment_at(step)
    with transaction.atomic():
        row = _known_to_all(before) if seed is ForkSeed.SAME else seeds_create(1)[0]
        names = tuple(seat.player for seat in seats)
        header = header.forked(Fork(step, names, row.commitment))
        log = logged_events(parent_id, last=step)
        _refuse_unplayable(header, log)
        game = game_from(header, origin=GameOrigin.FORK, seed=row)
        game.parent = parent
        game.seed_was_shown = seed is ForkSeed.SAME
        game.save(force_insert=True)
        Seat.objects.bulk_create(
            Seat(game=game, number=number, player=seat.player, bot_id=seat.bot_id)
            for number, seat in enumerate(seats)
        )
        game_log(game_id=game.pk, header=header, events=log, thinking_ms=_thinking(parent_id, step))
    return game_get(game.pk)


def _continued(parent: Game, step: int) -> Header:
    """
    Return the header of a game that may be continued from that step, so far as its row can tell.
    """
    if parent.status != GameStatus.FINISHED:
        raise ForkRefused("parent_not_finished")
    if not 0 <= step < parent.head_seq:
        raise ForkRefused("step_out_of_range", field="step", expected=[0, parent.head_seq - 1])
    try:
        return sound_header(parent)
    except EngineError as error:
        raise ForkRefused("parent_diverged", step=0) from error


def _known_to_all(commitment: str | None) -> GameSeed:
    """
    Return the seed of a commitment if it may be shown, so that playing on from it gives nothing away.
    """
    found = seeds_committed([commitment]) if commitment else []
    if not found:
        raise ForkRefused("seed_unknown", field="seed", expected=[ForkSeed.NEW.value])
    if not seed_may_be_shown(found[0]):
        raise ForkRefused("seed_secret", field="seed", expected=[ForkSeed.NEW.value])
    return found[0]


def _refuse_unplayable(header: Header, log: Sequence[LoggedEvent]) -> None:
    """
    Replay what is to be copied with every check, and see that something is left to be played.
    """
    step = header.forks[-1].step
    promised = [each.commitment for each in header.stretches()[:-1] if each.commitment]
    chance = chances(header, None, seeds_secret(seeds_committed(promised)))
    play = Playthrough(header)
    try:
        for event in log:
            replay.replay_event(play, event, chance)
    except EngineError as error:
        raise ForkRefused("parent_diverged", step=play.seq) from error
    if play.seq < step:
        raise ForkRefused("parent_diverged", step=play.seq + 1)
    if play.status is not Status.PLAYING:
        raise ForkRefused("nothing_to_play", field="step")


def _thinking(game_id: int, step: int) -> list[int | None]:
    events = Event.objects.filter(game_id=game_id, seq__lte=step).order_by("seq")
    return list(events.values_list("thinking_ms", flat=True))

"""
Forks: new games that continue a finished game from one of its steps.

A fork's log starts with a copy of its parent's events up to the step, so it is read and replayed like any other log.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from django.db import transaction
from django.db.models import QuerySet

from engine.core import EngineError, Fork, Header, LoggedEvent, Playthrough, derive_chances, replay
from games.errors import ForkRefused
from games.event_store import (
    PlannedSeat,
    build_game_row,
    insert_seat_rows,
    log_append,
    seed_is_public,
    seed_secrets,
    seeds_create,
    verify_header,
)
from games.models import Event, Game, GameOrigin, GameSeed, GameStatus
from games.queries import game_get, games_list, logged_events

__all__ = ["ForkSeed", "fork_start", "forks_list"]


class ForkSeed(StrEnum):
    """The seed that deals what follows the step: the parent's, or a new one."""

    SAME = "same"
    NEW = "new"


def forks_list(parent_id: int) -> QuerySet[Game]:
    """Return the forks of a game, newest first, with their seats and bots."""
    return games_list().filter(parent=parent_id)


def fork_start(*, parent_id: int, step: int, seats: Sequence[PlannedSeat], seed: ForkSeed) -> Game:
    """
    Create a game that copies the parent's log up to a step and continues it with its own players.

    Raises:
        UnknownGame: there is no such parent.
        ForkRefused: the parent cannot be continued there in this way; nothing is written.
    """
    parent = game_get(parent_id)
    header = _check_parent(parent, step)
    if len(seats) != parent.seats:
        raise ForkRefused("wrong_player_count", field="bots", expected=f"{parent.seats} bots, one per seat")
    seeds = _map_seeds(parent)
    with transaction.atomic():
        current = seeds.get(header.find_commitment(step) or "")
        row = _require_public(current) if seed is ForkSeed.SAME else seeds_create(1)[0]
        header = header.add_fork(Fork(step, tuple(seat.player for seat in seats), row.commitment))
        log = logged_events(parent_id, last=step)
        _refuse_unplayable(header, log, seeds)
        game = build_game_row(header, origin=GameOrigin.FORK, seed=row)
        game.parent = parent
        game.seed_was_shown = seed is ForkSeed.SAME
        game.save(force_insert=True)
        earlier = header.list_earlier_commitments()
        game.earlier_seeds.add(*(seeds[each] for each in earlier if each in seeds))
        insert_seat_rows((game.pk, number, seat.bot_id, seat.player) for number, seat in enumerate(seats))
        log_append(game_id=game.pk, header=header, events=log, thinking_ms=_read_thinking(parent_id, step))
    return game_get(game.pk)


def _check_parent(parent: Game, step: int) -> Header:
    """Return the header of a parent after the checks that need its row only."""
    if parent.status != GameStatus.FINISHED:
        raise ForkRefused("parent_not_finished")
    if not 0 <= step < parent.head_seq:
        raise ForkRefused(
            "step_out_of_range", field="step", expected=f"a step from 0 to {parent.head_seq - 1}"
        )
    try:
        return verify_header(parent)
    except EngineError as error:
        raise ForkRefused("parent_diverged", step=0) from error


def _map_seeds(parent: Game) -> dict[str, GameSeed]:
    """
    Return the seeds of the parent's row by commitment.

    Seeds of other games are excluded, because a refusal that depended on them could reveal something about them.
    """
    own = [parent.seed] if parent.seed is not None else []
    return {seed.commitment: seed for seed in (*own, *parent.earlier_seeds.all())}


def _require_public(seed: GameSeed | None) -> GameSeed:
    """Return a seed if it is public, so that a fork dealt from it reveals nothing about unfinished games."""
    if seed is None:
        raise ForkRefused("seed_unknown", field="seed", expected=[ForkSeed.NEW.value])
    if not seed_is_public(seed):
        raise ForkRefused("seed_secret", field="seed", expected=[ForkSeed.NEW.value])
    return seed


def _refuse_unplayable(header: Header, log: Sequence[LoggedEvent], seeds: Mapping[str, GameSeed]) -> None:
    """Replay the events to be copied with every check; refuse if they diverge or end the game."""
    *before, _ = header.list_stretches()
    earlier = {each.commitment for each in before}
    chance = derive_chances(header, None, seed_secrets(seed for key, seed in seeds.items() if key in earlier))
    play, step = Playthrough(header), header.forks[-1].step
    try:
        for event in log:
            replay.replay_event(play, event, chance)
    except EngineError as error:
        if error.code == "fork_misplaced" and play.seq == step:
            raise ForkRefused("nothing_to_play", field="step") from error
        raise ForkRefused("parent_diverged", step=play.seq) from error
    if play.seq < step:
        raise ForkRefused("parent_diverged", step=play.seq + 1)


def _read_thinking(game_id: int, step: int) -> list[int | None]:
    events = Event.objects.filter(game_id=game_id, seq__lte=step).order_by("seq")
    return list(events.values_list("thinking_ms", flat=True))

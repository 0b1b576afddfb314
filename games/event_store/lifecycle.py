"""Changing games: scheduling, starting, appending, voiding."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from engine.core import (
    SYSTEM,
    Header,
    LoggedEvent,
    MalformedEvent,
    canonical,
    hash_event,
    make_header,
    registry,
    serialize_event,
)
from games.errors import SeedIsRevealed, UnknownGame
from games.event_store import store
from games.event_store.game_rows import build_game_row, insert_game_rows, insert_seat_rows
from games.event_store.store import Appended, Appending
from games.models import Game, GameOrigin, GameSeed, GameStatus, LiveGame
from games.realtime import GameNews, publish

__all__ = [
    "MAX_VOID_REASON",
    "GamePlan",
    "PlannedSeat",
    "chunk_append",
    "game_append",
    "game_void",
    "games_schedule",
    "games_start",
    "log_append",
    "unfinished_games_void",
]

#: Characters of the reason a game is voided for, by the record format.
MAX_VOID_REASON = 500


@dataclass(frozen=True, slots=True)
class PlannedSeat:
    """Who is to sit on a seat: the name that stands in the record, and the bot that plays, if one does."""

    player: str
    bot_id: int | None = None


@dataclass(frozen=True, slots=True)
class GamePlan:
    """
    A game to be scheduled. Several plans may name the same seed: duplicate games.

    ``options`` may leave defaults out; ``components`` None means the ruleset's default set.
    """

    ruleset: str
    options: Mapping[str, Any]
    seats: Sequence[PlannedSeat]
    origin: GameOrigin
    seed: GameSeed | None = None
    components: str | None = None


def games_schedule(*, plans: Sequence[GamePlan]) -> list[Game]:
    """
    Store games to be played, in the order of the plans.

    Raises:
        UnknownRuleset, InvalidOptions: a plan the ruleset does not take; nothing is scheduled then.
        SeedIsRevealed: everyone may know a plan's seed.
    """
    if not plans:
        return []
    headers = [_header(plan) for plan in plans]
    with transaction.atomic():
        _refuse_revealed({plan.seed.pk for plan in plans if plan.seed is not None})
        games = [
            build_game_row(header, origin=plan.origin, seed=plan.seed)
            for plan, header in zip(plans, headers, strict=True)
        ]
        insert_game_rows(games)
        insert_seat_rows(
            (game.pk, number, seat.bot_id, seat.player)
            for game, plan in zip(games, plans, strict=True)
            for number, seat in enumerate(plan.seats)
        )
    return games


def games_start(*, game_ids: Iterable[int]) -> list[int]:
    """Mark those of the games as running that were only scheduled; return their ids."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE games_game SET status = %s, started_at = statement_timestamp()
            WHERE id = ANY(%s) AND status = %s RETURNING id
            """,
            [GameStatus.RUNNING.value, list(game_ids), GameStatus.SCHEDULED.value],
        )
        started = [row[0] for row in cursor.fetchall()]
    publish(GameNews.STARTED, game_ids=started)
    return started


def game_append(
    *,
    game_id: int,
    expected_seq: int,
    events: Sequence[LoggedEvent],
    thinking_ms: Sequence[int | None] = (),
) -> Appended:
    """
    Append events of one game's play-through.

    Raises:
        UnknownGame, ConcurrencyConflict, GameIsOver, BrokenChain: nothing has been written then.
    """
    return chunk_append(chunk=[Appending(game_id, expected_seq, events, thinking_ms)])[0]


def chunk_append(*, chunk: Sequence[Appending]) -> list[Appended]:
    """
    Append to several games in one transaction, all or nothing.

    Raises:
        UnknownGame, ConcurrencyConflict, GameIsOver, BrokenChain: for the first game at fault.
    """
    return store.append_games(chunk)


def log_append(
    *,
    game_id: int,
    header: Header,
    events: Sequence[LoggedEvent],
    thinking_ms: Sequence[int | None] = (),
) -> None:
    """
    Append the whole log of a game that has no event yet, from fork to fork; call in a transaction.

    A fork at its end is taken, so that what is played from there goes on from its base.

    Raises:
        UnknownGame, ConcurrencyConflict, BrokenChain: nothing has been written then.
    """
    assert connection.in_atomic_block, "a log goes in whole or not at all"
    seq, head = 0, header.h0()
    for end, fork in (*((fork.step, fork) for fork in header.forks), (len(events), None)):
        if end > seq:
            part = Appending(game_id, seq, events[seq:end], thinking_ms[seq:end])
            chunk_append(chunk=[part])
            seq, head = end, events[end - 1].chain
        if fork is not None:
            store.branch(game_id, seq, fork.hash_base(head))


def game_void(*, game_id: int, reason: str) -> Appended:
    """
    Let a game count for nothing, also one that is finished; its log stays.

    Raises:
        UnknownGame: there is none of that id.
        GameIsOver: it is voided already.
        MalformedEvent: the reason is too long.
    """
    with transaction.atomic():
        games = _locked([game_id])
        if not games:
            raise UnknownGame(game_id)
        appended = chunk_append(chunk=[_voiding(games[0], reason)])[0]
        _tables_clear(games)
    return appended


def unfinished_games_void(*, game_ids: Iterable[int], reason: str) -> list[int]:
    """
    Void those of the games that are not over yet; return their ids.

    Raises:
        MalformedEvent: the reason is too long.
    """
    with transaction.atomic():
        unfinished = [game for game in _locked(game_ids) if not game.is_over]
        appended = chunk_append(chunk=[_voiding(game, reason) for game in unfinished])
        _tables_clear(unfinished)
    return [each.game_id for each in appended]


def _header(plan: GamePlan) -> Header:
    return make_header(
        registry.get(plan.ruleset),
        seats=len(plan.seats),
        options=plan.options,
        players=[seat.player for seat in plan.seats],
        components=plan.components,
        commitment=plan.seed.commitment if plan.seed is not None else None,
    )


def _refuse_revealed(seed_ids: set[int]) -> None:
    """Lock the seeds against being revealed while a game is scheduled from them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT commitment, revealed_at FROM games_gameseed WHERE id = ANY(%s) ORDER BY id FOR SHARE",
            [sorted(seed_ids)],
        )
        for commitment, revealed_at in cursor.fetchall():
            if revealed_at is not None:
                raise SeedIsRevealed(commitment)


def _locked(game_ids: Iterable[int]) -> list[Game]:
    return list(Game.objects.select_for_update().filter(pk__in=list(game_ids)).order_by("pk"))


def _tables_clear(games: Iterable[Game]) -> None:
    """Let nobody be awaited any more in those of the games that are live."""
    live = [game.pk for game in games if game.origin == GameOrigin.LIVE]
    if live:
        LiveGame.objects.filter(pk__in=live).update(
            expires_at=None, due_seat=None, due_bot=None, due_since=None, deadline=None
        )


def _voiding(game: Game, reason: str) -> Appending:
    """
    Make the event by hand: ``game_voided`` may follow anything, and a diverged log, which can't be replayed,
    needs it most.
    """
    if len(reason) > MAX_VOID_REASON:
        raise MalformedEvent(
            "malformed_event", field="reason", expected=f"at most {MAX_VOID_REASON} characters"
        )
    seq = game.head_seq + 1
    payload = canonical({"reason": reason}).decode()
    head = hash_event(bytes(game.head_hash), serialize_event(seq, SYSTEM, "game_voided", payload))
    return Appending(game.pk, game.head_seq, [LoggedEvent(seq, SYSTEM, "game_voided", payload, head, None)])

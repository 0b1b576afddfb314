"""Services that change games: schedule, start, append, void."""

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
from games.event_store.game_rows import build_game_row, insert_game_rows, insert_seat_rows
from games.event_store.store import Appended, Appending, branch, chunk_append
from games.models import Game, GameOrigin, GameSeed, GameStatus, LiveGame
from games.realtime import GameDomainEvent, publish

__all__ = [
    "MAX_VOID_REASON",
    "GamePlan",
    "PlannedSeat",
    "game_void",
    "games_schedule",
    "games_start",
    "log_append",
    "unfinished_games_void",
]

#: Maximum length of the reason for voiding a game, by the record format.
MAX_VOID_REASON = 500


@dataclass(frozen=True, slots=True)
class PlannedSeat:
    """The player of a seat: the name in the record, and the bot's id if a bot plays."""

    player: str
    bot_id: int | None = None


@dataclass(frozen=True, slots=True)
class GamePlan:
    """
    A game to be scheduled. Several plans may have the same seed, for duplicate deals.

    ``options`` may omit defaults; ``components`` None means the ruleset's default set.
    """

    ruleset: str
    options: Mapping[str, Any]
    seats: Sequence[PlannedSeat]
    origin: GameOrigin
    seed: GameSeed | None = None
    components: str | None = None


def games_schedule(*, plans: Sequence[GamePlan]) -> list[Game]:
    """
    Insert games to be played, in the order of the plans.

    Raises:
        UnknownRuleset, InvalidOptions: a plan is invalid; nothing is inserted.
        SeedIsRevealed: the seed of a plan is public; nothing is inserted.
    """
    if not plans:
        return []
    headers = [_make_header(plan) for plan in plans]
    with transaction.atomic():
        _refuse_revealed_seeds({plan.seed.pk for plan in plans if plan.seed is not None})
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
    """Mark the scheduled ones among the games as running; return their ids."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE games_game SET status = %s, started_at = statement_timestamp()
            WHERE id = ANY(%s) AND status = %s RETURNING id
            """,
            [GameStatus.RUNNING.value, list(game_ids), GameStatus.SCHEDULED.value],
        )
        started = [row[0] for row in cursor.fetchall()]
    publish(GameDomainEvent.STARTED, game_ids=started)
    return started


def log_append(
    *,
    game_id: int,
    header: Header,
    events: Sequence[LoggedEvent],
    thinking_ms: Sequence[int | None] = (),
) -> None:
    """
    Append the whole log of a game without events, one stretch per fork; call in a transaction.

    If the last fork is at the log's end, the chain moves to its base, from which the game's own events continue.

    Raises:
        UnknownGame, ConcurrencyConflict, BrokenChain: nothing is written.
    """
    assert connection.in_atomic_block, "a log is appended as a whole, in the caller's transaction"
    seq, head = 0, header.h0()
    for end, fork in (*((fork.step, fork) for fork in header.forks), (len(events), None)):
        if end > seq:
            part = Appending(game_id, seq, events[seq:end], thinking_ms[seq:end])
            chunk_append(chunk=[part])
            seq, head = end, events[end - 1].chain
        if fork is not None:
            branch(game_id, seq, fork.hash_base(head))


def game_void(*, game_id: int, reason: str) -> Appended:
    """
    Void a game, running or finished, so that it has no results; its log stays.

    Raises:
        UnknownGame: there is no game with that id.
        GameIsOver: the game is voided already.
        MalformedEvent: the reason is too long.
    """
    with transaction.atomic():
        games = _lock([game_id])
        if not games:
            raise UnknownGame(game_id)
        appended = chunk_append(chunk=[_make_voiding(games[0], reason)])[0]
        _clear_deadlines(games)
    return appended


def unfinished_games_void(*, game_ids: Iterable[int], reason: str) -> list[int]:
    """
    Void the unfinished ones among the games; return their ids.

    Raises:
        MalformedEvent: the reason is too long.
    """
    with transaction.atomic():
        unfinished = [game for game in _lock(game_ids) if not game.is_over]
        appended = chunk_append(chunk=[_make_voiding(game, reason) for game in unfinished])
        _clear_deadlines(unfinished)
    return [each.game_id for each in appended]


def _make_header(plan: GamePlan) -> Header:
    return make_header(
        registry.get(plan.ruleset),
        seats=len(plan.seats),
        options=plan.options,
        players=[seat.player for seat in plan.seats],
        components=plan.components,
        commitment=plan.seed.commitment if plan.seed is not None else None,
    )


def _refuse_revealed_seeds(seed_ids: set[int]) -> None:
    """Refuse public seeds, and lock the others so that they are not revealed while games are scheduled from them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT commitment, revealed_at FROM games_gameseed WHERE id = ANY(%s) ORDER BY id FOR SHARE",
            [sorted(seed_ids)],
        )
        for commitment, revealed_at in cursor.fetchall():
            if revealed_at is not None:
                raise SeedIsRevealed(commitment)


def _lock(game_ids: Iterable[int]) -> list[Game]:
    return list(Game.objects.select_for_update().filter(pk__in=list(game_ids)).order_by("pk"))


def _clear_deadlines(games: Iterable[Game]) -> None:
    """Clear the turn and the deadlines of live games, so that nothing waits for a bot or a worker."""
    live = [game.pk for game in games if game.origin == GameOrigin.LIVE]
    if live:
        LiveGame.objects.filter(pk__in=live).update(
            expires_at=None, due_seat=None, due_bot=None, due_since=None, deadline=None
        )


def _make_voiding(game: Game, reason: str) -> Appending:
    """
    Build the event ``game_voided`` without a replay, because a diverged log cannot be replayed but must be voidable.

    The event may follow any other.
    """
    if len(reason) > MAX_VOID_REASON:
        raise MalformedEvent(
            "malformed_event", field="reason", expected=f"at most {MAX_VOID_REASON} characters"
        )
    seq = game.head_seq + 1
    payload = canonical({"reason": reason}).decode()
    head = hash_event(bytes(game.head_hash), serialize_event(seq, SYSTEM, "game_voided", payload))
    return Appending(game.pk, game.head_seq, [LoggedEvent(seq, SYSTEM, "game_voided", payload, head, None)])

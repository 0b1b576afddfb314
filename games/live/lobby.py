"""Lobby of live games: open one, take a seat, withdraw or expire an open game, begin it when all seats are taken."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q
from django.db.models.functions import Now

from engine.bots import UnknownBot
from engine.core import Dealer, Header, Playthrough, registry
from games.bots import find_program
from games.errors import GameStarted, RequestInvalid, SeatTaken, TooManyOpenGames, UnknownSeat
from games.event_store import (
    GamePlan,
    PlannedSeat,
    game_header,
    game_secrets,
    game_void,
    games_schedule,
    games_start,
    seeds_create,
)
from games.live.advance import LiveSteps
from games.live.clock import MAX_SECONDS, ClockSettings
from games.live.positions import LivePosition, find_sitters
from games.live.row import append_steps, lock_head, lock_head_or_skip
from games.models import Bot, Game, GameOrigin, GameStatus, LiveGame, Seat, Transport
from games.queries import game_get
from games.realtime import Subject, notify_subject

__all__ = [
    "MAX_OPEN_GAMES",
    "OpenGame",
    "live_expire",
    "live_join",
    "live_open",
    "live_withdraw",
]

logger = logging.getLogger(__name__)

#: Maximum open games of one user.
MAX_OPEN_GAMES = 20
#: Player's name of an open seat in the header; no bot can have that name.
_OPEN_PLAYER = "(open)"


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A live game to open. ``seats`` names the bot in each seat, None for an open seat."""

    ruleset: str
    options: Mapping[str, Any]
    seats: Sequence[str | None]
    clock: ClockSettings
    open_for: timedelta
    components: str | None = None


def live_open(*, wanted: OpenGame, user: User) -> Game:
    """
    Open a live game; it begins at once when no seat is left open.

    Raises:
        RequestInvalid: a bot cannot sit there, the clock has no time, or no seat is open or a remote bot's.
        InvalidOptions, UnknownRuleset: the ruleset does not accept the options, or does not exist.
        TooManyOpenGames: the user has reached the limit.
    """
    _check_clock(wanted.clock)
    registry.get(wanted.ruleset)
    bots = [
        None if name is None else _find_bot(name, wanted.ruleset, user, f"seats.{number}.bot", builtin=True)
        for number, name in enumerate(wanted.seats)
    ]
    if all(bot is not None and bot.transport == Transport.BUILTIN for bot in bots):
        raise RequestInvalid(
            "no_remote_seat", field="seats", expected="a seat that is open or has a remote bot of yours"
        )
    seats = [PlannedSeat(_OPEN_PLAYER) if bot is None else PlannedSeat(bot.name, bot.pk) for bot in bots]
    plan = GamePlan(wanted.ruleset, wanted.options, seats, GameOrigin.LIVE, components=wanted.components)
    with transaction.atomic():
        is_open = None in bots
        if is_open:
            _refuse_too_many(user)
        game = games_schedule(plans=[plan])[0]
        _create_row(game, wanted, user, is_open=is_open)
        if not is_open:
            _begin(game.pk)
    return game_get(game.pk)


def live_join(*, game_id: int, number: int, bot: str, user: User) -> Game:
    """
    Seat a bot in an open game; the game begins when that was the last open seat.

    Its creator may also seat a built-in bot.

    Raises:
        UnknownGame, GameNotLive, GameStarted, UnknownSeat, SeatTaken: there is no such open seat.
        RequestInvalid: the bot can't sit there.
    """
    with transaction.atomic():
        head = lock_head(game_id)
        if head.status is not GameStatus.SCHEDULED:
            raise GameStarted(game_id)
        game = game_get(game_id)
        seat = next((each for each in game.seating.all() if each.number == number), None)
        if seat is None:
            raise UnknownSeat(game_id)
        if seat.bot_id is not None:
            raise SeatTaken(game_id)
        is_creator = game.live.created_by_id == user.pk
        sitting = _find_bot(bot, game.ruleset, user, "bot", builtin=is_creator)
        Seat.objects.filter(pk=seat.pk).update(bot=sitting, player=sitting.name)
        notify_subject(Subject.GAME, [game_id])
        if not Seat.objects.filter(game_id=game_id, bot=None).exists():
            _begin(game_id)
        else:
            _rewrite_header(game_get(game_id))
    return game_get(game_id)


def live_withdraw(*, game_id: int) -> Game:
    """
    Void a game that is still open. The caller checks who may do so.

    Raises:
        UnknownGame, GameNotLive, GameStarted: it is not an open game.
    """
    with transaction.atomic():
        head = lock_head(game_id)
        if head.status is not GameStatus.SCHEDULED:
            raise GameStarted(game_id)
        game_void(game_id=game_id, reason="withdrawn before it began")
    return game_get(game_id)


def live_expire() -> list[int]:
    """Void the open games that were not full in time; return their ids."""
    waiting = LiveGame.objects.filter(expires_at__lt=Now()).order_by("expires_at")
    return [game_id for game_id in list(waiting.values_list("pk", flat=True)) if _expire(game_id)]


def _expire(game_id: int) -> bool:
    """Void one open game whose time is over; return whether it was. A failure is logged: the next game follows."""
    try:
        with transaction.atomic():
            head = lock_head_or_skip(game_id)
            if head is None:
                return False
            if head.status is GameStatus.SCHEDULED:
                game_void(game_id=game_id, reason="nobody joined in time")
                return True
            LiveGame.objects.filter(pk=game_id).update(expires_at=None)  # it is no open game any more
    except (OperationalError, InterfaceError):
        raise  # the database is unreachable: the next sweep comes soon
    except Exception:
        logger.exception("game %d: nobody joined, and it could not be voided; the others are", game_id)
    return False


def _create_row(game: Game, wanted: OpenGame, user: User, *, is_open: bool) -> None:
    clock = wanted.clock
    LiveGame.objects.create(
        game=game,
        created_by=user,
        expires_at=Now() + wanted.open_for if is_open else None,
        move_ms=clock.move_ms,
        bank_ms=clock.bank_ms,
        increment_ms=clock.increment_ms,
        banks=[clock.bank_ms] * game.seats,
    )


def _begin(game_id: int) -> None:
    """Commit a full game to a fresh seed in its header, deal it, and play to the first decision."""
    game = game_get(game_id)
    game.seed = seeds_create(1)[0]
    game.commitment = game.seed.commitment
    header = _rewrite_header(game)
    games_start(game_ids=[game.pk])
    secret = game_secrets([game.pk])[game.pk]
    play = Playthrough(header)
    steps = LiveSteps(LivePosition(game.pk, play, find_sitters(game, game.ruleset), secret, Dealer(secret)))
    steps.advance()
    # The head is read only now: the chain begins at the header.
    append_steps(lock_head(game_id), steps)


def _rewrite_header(game: Game) -> Header:
    """Write the header of a game without events again, after its players or its commitment have changed."""
    assert game.head_seq == 0, "a header is final once an event follows it"
    header = game_header(game)
    h0 = header.h0()
    game.header_hash = game.head_hash = h0
    game.save(update_fields=["seed", "commitment", "header_hash", "head_hash"])
    return header


def _refuse_too_many(user: User) -> None:
    """Refuse an open game above the user's limit; lock the user's row, so that requests count one after another."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    is_open = Q(expires_at__isnull=False, game__status=GameStatus.SCHEDULED)
    if LiveGame.objects.filter(is_open, created_by=user).count() >= MAX_OPEN_GAMES:
        raise TooManyOpenGames(0, f"At most {MAX_OPEN_GAMES} of your games may be open at a time.")


def _check_clock(clock: ClockSettings) -> None:
    if clock.total_ms(clock.bank_ms) <= 0:
        raise RequestInvalid("no_time", field="clock", expected="seconds for each decision, or in the bank")
    assert max(clock.move_ms, clock.bank_ms, clock.increment_ms) <= 1000 * MAX_SECONDS, (
        "the caller bounds times"
    )


def _find_bot(name: str, ruleset: str, user: User, field: str, *, builtin: bool) -> Bot:
    """Return the bot of that name if the user may seat it."""
    bot = Bot.objects.filter(name=name).first()
    if bot is None:
        raise RequestInvalid("not_found", field=field, expected="the name of a bot")
    if bot.transport == Transport.BUILTIN:
        if not builtin:
            raise RequestInvalid("bot_not_yours", field=field, expected="a remote bot of yours")
    elif bot.transport != Transport.REMOTE or bot.owner_id != user.pk:
        expected = "a remote bot of yours, or a built-in one" if builtin else "a remote bot of yours"
        raise RequestInvalid("bot_not_yours", field=field, expected=expected)
    if not bot.active:
        raise RequestInvalid("bot_not_active", field=field, expected="a bot that is active")
    if not bot.plays(ruleset):
        raise RequestInvalid("bot_plays_other_rulesets", field=field, expected=f"a bot that plays {ruleset}")
    if bot.transport == Transport.BUILTIN:
        _check_program(bot, ruleset, field)
    return bot


def _check_program(bot: Bot, ruleset: str, field: str) -> None:
    try:
        find_program(bot.name, bot.parameters, ruleset).get_player()
    except (UnknownBot, TypeError, ValueError) as error:
        raise RequestInvalid("bot_not_runnable", field=field, expected="a built-in bot there is") from error

"""Builders of rows: bots, seeds, scheduled games, and games played for real by the engine."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from factory.declarations import LazyAttribute
from factory.declarations import Sequence as Numbered
from factory.django import DjangoModelFactory

from engine.core import (
    ForfeitReason,
    Generator,
    Header,
    LoggedEvent,
    Playthrough,
    commitment,
    make_header,
)
from engine.rulesets.registry import get
from engine.testing.driving import log_step_with_draw, make_driver
from games.event_store import (
    Appended,
    Appending,
    GamePlan,
    PlannedSeat,
    chunk_append,
    game_secrets,
    games_schedule,
    seeds_store,
)
from games.models import Bot, Game, GameOrigin, GameSeed, Seat

MOON_RIVER = "moon-river@1"
PLAYERS = ("ann", "ben", "cleo", "dan")


class BotFactory(DjangoModelFactory[Bot]):
    """A bot with a unique name."""

    class Meta:
        model = Bot

    name = Numbered(lambda n: f"bot-{n}")
    title = LazyAttribute(lambda bot: bot.name.replace("-", " ").title())


def secret_number(number: int) -> bytes:
    """Return the bytes of a seed that is known to tests."""
    return sha256(b"test seed %d" % number).digest()


def kept_seed(number: int | None = None) -> GameSeed:
    """Store a seed: the one of that number, or the next unused one, the same in every run."""
    return seeds_store([secret_number(number if number is not None else 100 + GameSeed.objects.count())])[0]


def scheduled_games(
    amount: int,
    *,
    seats: int = 2,
    seed: GameSeed | None = None,
    bots: Sequence[Bot] = (),
    origin: GameOrigin = GameOrigin.TOURNAMENT,
) -> list[Game]:
    """Schedule Moon River games, all from one seed if one is given."""
    table = [
        PlannedSeat(bots[number].name, bots[number].pk) if bots else PlannedSeat(PLAYERS[number])
        for number in range(seats)
    ]
    plan = GamePlan(ruleset=MOON_RIVER, options={"mode": "base"}, seats=table, origin=origin, seed=seed)
    return games_schedule(plans=[plan] * amount)


def scheduled_game(
    *,
    seats: int = 2,
    seed: GameSeed | None = None,
    bots: Sequence[Bot] = (),
    origin: GameOrigin = GameOrigin.TOURNAMENT,
) -> Game:
    """Schedule one Moon River game."""
    return scheduled_games(1, seats=seats, seed=seed, bots=bots, origin=origin)[0]


@cache
def played_log(
    seats: int,
    players: tuple[str, ...],
    seed: bytes,
    *,
    committed: bool = True,
    forfeit: ForfeitReason | None = None,
    dealt_from: bytes | None = None,
) -> tuple[LoggedEvent, ...]:
    """
    Return the log of a Moon River game dealt from the seed and played at random, the same each time.

    With ``dealt_from``, another seed deals than the one committed to.

    With ``forfeit``, seat 0 forfeits at its second decision; with two seats that ends the game.
    """
    play = Playthrough(header_of(seats, players, seed if committed else None))
    rng = Generator(7)
    driver = make_driver(play, lambda legal, _: rng.choice(legal), seed=dealt_from or seed)
    log: list[LoggedEvent] = []
    decisions = 0
    while play.due is not None:
        decisions += play.due == 0
        if forfeit is not None and play.due == 0 and decisions == 2:
            log.append(play.forfeit(0, forfeit))
        else:
            log.append(log_step_with_draw(driver, rng))
    return tuple(log)


def header_of(seats: int, players: tuple[str, ...], seed: bytes | None) -> Header:
    """Return the header of a Moon River game."""
    return make_header(
        get(MOON_RIVER),
        seats=seats,
        options={"mode": "base"},
        players=players,
        commitment=commitment(seed) if seed is not None else None,
    )


def log_of(game: Game, *, forfeit: ForfeitReason | None = None) -> list[LoggedEvent]:
    """Return a whole log for a scheduled game, dealt from its seed (or from any, if it has none)."""
    secret = game_secrets([game.pk]).get(game.pk)
    players = tuple(Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True))
    seed = bytes(secret) if secret is not None else secret_number(0)
    return list(played_log(game.seats, players, seed, committed=secret is not None, forfeit=forfeit))


def finished_game(
    *,
    seats: int = 2,
    seed: GameSeed | None = None,
    bots: Sequence[Bot] = (),
    forfeit: ForfeitReason | None = None,
) -> Game:
    """Schedule a game and append a whole log to it."""
    game = scheduled_game(seats=seats, seed=seed or kept_seed(), bots=bots)
    chunk_append(chunk=[Appending(game.pk, 0, log_of(game, forfeit=forfeit))])
    game.refresh_from_db()
    return game


def running_game(events: int, *, seats: int = 2, seed: GameSeed | None = None) -> Game:
    """Schedule a game and append the first events of a log to it."""
    game = scheduled_game(seats=seats, seed=seed or kept_seed())
    chunk_append(chunk=[Appending(game.pk, 0, log_of(game)[:events])])
    game.refresh_from_db()
    return game


def game_append(
    *,
    game_id: int,
    expected_seq: int,
    events: Sequence[LoggedEvent],
    thinking_ms: Sequence[int | None] = (),
) -> Appended:
    """
    Append events to one game.

    Raises:
        UnknownGame, ConcurrencyConflict, GameIsOver, BrokenChain: nothing has been written then.
    """
    return chunk_append(chunk=[Appending(game_id, expected_seq, events, thinking_ms)])[0]

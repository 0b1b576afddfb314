"""Live games for tests: users with remote bots, games between them, and policies that choose actions."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import orjson
from django.contrib.auth.models import User
from django.db import connection

from games.bots import bot_create_remote, bots_register_builtin
from games.live import (
    CLOCK,
    ClockSettings,
    OpenGame,
    Played,
    Turn,
    live_act,
    live_join,
    live_open,
    live_turns,
)
from games.live.actions import live_go_on
from games.live.positions import position_cache
from games.models import Bot, Game, JobStatus, LiveGame, PlayJob

MOON_RIVER = "moon-river@1"
GOLDGRAEBER = "goldgraeber@1"
OPTIONS: dict[str, dict[str, Any]] = {MOON_RIVER: {"mode": "base"}, GOLDGRAEBER: {"tactical": True}}

#: Users who each own a remote bot of the same name.
PLAYERS = ("ann", "ben", "cleo")

CLOCKED = ClockSettings.of_seconds(move=10, bank=60, increment=2)

#: Returns the index of one of a turn's legal actions.
Policy = Callable[[Turn], int]


def user_of(name: str) -> User:
    """Return the user of that name."""
    return User.objects.filter(username=name).first() or User.objects.create(username=name)


def remote_bot(name: str, owner: str | None = None) -> Bot:
    """Return the remote bot of that name, owned by the user of that name unless another is given."""
    found = Bot.objects.filter(name=name).first()
    return found or bot_create_remote(owner=user_of(owner or name), name=name)


def opened(
    *seats: str | None,
    by: str = "ann",
    ruleset: str = MOON_RIVER,
    clock: ClockSettings = CLOCK,
    open_for: timedelta = timedelta(hours=1),
) -> Game:
    """Open a game; users' remote bots have their names, None leaves a seat open."""
    position_cache.clear()
    if not Bot.objects.filter(name__in=PLAYERS).exists():
        bots_register_builtin()
        for name in PLAYERS:
            remote_bot(name)
    wanted = OpenGame(ruleset, OPTIONS[ruleset], seats, clock, open_for)
    return live_open(wanted=wanted, user=user_of(by))


def between(*seats: str, ruleset: str = MOON_RIVER, clock: ClockSettings = CLOCK) -> Game:
    """Return a game that has begun; remote bots of other users than ann have joined it."""
    owners = {seat: seat for seat in seats if seat in PLAYERS}
    game = opened(
        *(None if owners.get(seat, "ann") != "ann" else seat for seat in seats), ruleset=ruleset, clock=clock
    )
    for number, seat in enumerate(seats):
        if owners.get(seat, "ann") != "ann":
            game = live_join(game_id=game.pk, number=number, bot=seat, user=user_of(seat))
    return game


def turn_in(game: Game) -> Turn:
    """Return the turn that is due in a game, of any user."""
    game.refresh_from_db()
    owner_id = due_owner(game)
    if owner_id is None:
        live_go_on(game_id=game.pk, seconds=5.0)
        game.refresh_from_db()
        owner_id = due_owner(game)
    assert owner_id is not None, "a remote bot is due"
    return live_turns(owner_id, game_id=game.pk)[0]


def due_owner(game: Game) -> int | None:
    """Return the id of the user whose remote bot is due in a game."""
    return LiveGame.objects.values_list("due_bot__owner_id", flat=True).get(pk=game.pk)


def acted(turn: Turn, choice: int = 0, *, expected_seq: int | None = None, by: str | None = None) -> Played:
    """Take one of a turn's legal actions."""
    kind, payload = turn.legal[choice]
    return live_act(
        game_id=turn.game_id,
        user_id=user_of(by or turn.bot).pk,
        expected_seq=turn.expected_seq if expected_seq is None else expected_seq,
        kind=kind,
        data=orjson.loads(payload),
    )


def played_out(game: Game, policy: Policy = lambda turn: turn.expected_seq % len(turn.legal)) -> Game:
    """Play a game to its end; every remote bot chooses by the policy."""
    while not Game.objects.get(pk=game.pk).is_over:
        owner_id = due_owner(game)
        if owner_id is None:
            live_go_on(
                game_id=game.pk, seconds=5.0
            )  # on a busy machine even quick bots may owe their decision
        else:
            turn = live_turns(owner_id, game_id=game.pk)[0]
            acted(turn, policy(turn))
    game.refresh_from_db()
    return game


def is_owed(game: Game) -> bool:
    """Return whether a worker is to decide for a built-in bot."""
    return PlayJob.objects.filter(game=game, status__in=[JobStatus.WAITING, JobStatus.LEASED]).exists()


def time_passes(
    game: Game,
    seconds: float,
    *,
    columns: Sequence[str] = ("due_since", "deadline"),
    table: str = "games_livegame",
) -> None:
    """Let time of the seat that is due pass: move its beginning and its deadline back."""
    moved = ", ".join(f"{column} = {column} - %s * interval '1 second'" for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET {moved} WHERE game_id = %s", [*([seconds] * len(columns)), game.pk]
        )


def job_time_passes(game: Game, seconds: float = 6.0) -> None:
    """Let time of a game's job pass: since it was last offered, of its lease and of its pause."""
    time_passes(game, seconds, columns=("offered_at", "expires_at", "retry_at"), table="games_playjob")

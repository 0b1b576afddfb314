"""Live games for tests of the API: tables of the bots there are, and bodies of actions."""

from datetime import timedelta
from typing import Any

import orjson

from games.live import CLOCK, ClockSettings, OpenGame, Turn, live_open, live_turns
from games.live.positions import position_cache
from games.models import Game
from tests.api.client import user_named

OPTIONS: dict[str, dict[str, Any]] = {"moon-river@1": {"mode": "base"}, "goldgraeber@1": {"tactical": True}}


def table(*seats: str | None, by: str, ruleset: str = "moon-river@1", clock: ClockSettings = CLOCK) -> Game:
    """Open a game with those bots; None leaves a seat open."""
    position_cache.clear()
    wanted = OpenGame(ruleset, OPTIONS[ruleset], seats, clock, timedelta(hours=1))
    return live_open(wanted=wanted, user=user_named(by))


def turn_of(game: Game, owner: str = "organiser") -> Turn:
    """Return the turn of that user's bot in a game."""
    return live_turns(user_named(owner).pk, game_id=game.pk)[0]


def action_of(game: Game, choice: int = 0, owner: str = "organiser") -> dict[str, Any]:
    """Return the body of a legal action of the user's bot."""
    turn = turn_of(game, owner)
    kind, payload = turn.legal[choice]
    return {"expected_seq": turn.expected_seq, "action": {"kind": kind, "data": orjson.loads(payload)}}

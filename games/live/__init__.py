"""Live games: lobby, actions, turns, clocks and the periodic sweep."""

from games.live.actions import Played, live_act, live_resign
from games.live.clock import CLOCK, MAX_SECONDS, ClockSettings
from games.live.lobby import OpenGame, live_join, live_open, live_withdraw
from games.live.positions import Turn
from games.live.sweep import live_sweep, live_take_up
from games.live.turns import live_clocks, live_is_awaited, live_turns, open_games

__all__ = [
    "CLOCK",
    "MAX_SECONDS",
    "ClockSettings",
    "OpenGame",
    "Played",
    "Turn",
    "live_act",
    "live_clocks",
    "live_is_awaited",
    "live_join",
    "live_open",
    "live_resign",
    "live_sweep",
    "live_take_up",
    "live_turns",
    "live_withdraw",
    "open_games",
]

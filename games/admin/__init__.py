"""The admin of games: games, seeds, bots and live games, and the jobs by which workers play."""

from games.admin.games import BotAdmin, GameAdmin, GameSeedAdmin, LiveGameAdmin
from games.admin.play_jobs import FailedAttemptAdmin, PlayJobAdmin

__all__ = ["BotAdmin", "FailedAttemptAdmin", "GameAdmin", "GameSeedAdmin", "LiveGameAdmin", "PlayJobAdmin"]

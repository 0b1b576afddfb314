"""Admin of games, seeds, bots, live games and play jobs."""

from games.admin.games import BotAdmin, GameAdmin, GameSeedAdmin, LiveGameAdmin
from games.admin.play_jobs import FailedAttemptAdmin, PlayJobAdmin

__all__ = ["BotAdmin", "FailedAttemptAdmin", "GameAdmin", "GameSeedAdmin", "LiveGameAdmin", "PlayJobAdmin"]

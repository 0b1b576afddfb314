"""What streams tell of: the log of a game from a place on, and how far a tournament has come."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from api.streaming import LAST_ID, Source, format_message
from api.v1.games import event_data
from games.models import Game
from games.queries import game_followed
from games.realtime import Subject, Topic
from tournaments.results import Counts, tournament_counts

__all__ = ["GameSource", "TournamentSource"]


class GameSource(Source):
    """The events of a game after one of them; at last how it ended."""

    def __init__(self, game_id: int, *, after: int, viewers: Collection[int] = ()) -> None:
        self._game_id = game_id
        self._after = after
        self._viewers = viewers
        self._game: Game | None = None
        self._is_behind = False

    @property
    def topic(self) -> Topic:
        """News of the game."""
        return Topic(Subject.GAME, self._game_id)

    def read(self) -> bytes:
        """Return the events since the last reading."""
        followed = game_followed(self._game_id, after=self._after, viewers=self._viewers)
        self._game = followed.game
        messages = [format_message("event", event_data(line), number=line.seq) for line in followed.lines]
        if followed.lines:
            self._after = followed.lines[-1].seq
        # A log that lacks events it should have has nothing more to tell.
        self._is_behind = bool(followed.lines) and self._after < followed.game.head_seq
        if self.is_over:
            messages.append(format_message("end", _ending(followed.game), number=LAST_ID))
        return b"".join(messages)

    @property
    def is_behind(self) -> bool:
        """Whether the log goes on behind what has been told."""
        return self._is_behind

    @property
    def is_over(self) -> bool:
        """Whether the game is over and all of it has been told."""
        return self._game is not None and self._game.is_over and not self.is_behind


class TournamentSource(Source):
    """The counts of a tournament's games whenever they change; at last how it ended."""

    pause = 0.5

    def __init__(self, tournament_id: int) -> None:
        self._tournament_id = tournament_id
        self._told: Counts | None = None

    @property
    def topic(self) -> Topic:
        """News of the tournament."""
        return Topic(Subject.TOURNAMENT, self._tournament_id)

    def read(self) -> bytes:
        """Return the counts if they are not what they were."""
        counts = tournament_counts(self._tournament_id)
        if counts == self._told:
            return b""
        self._told = counts
        data = {"tournament": self._tournament_id, **asdict(counts)}
        told = format_message("progress", data)
        return told + format_message("end", data, number=LAST_ID) if counts.is_over else told

    @property
    def is_behind(self) -> bool:
        """Never: a reading tells all there is to tell."""
        return False

    @property
    def is_over(self) -> bool:
        """Whether the tournament is over."""
        return self._told is not None and self._told.is_over


def _ending(game: Game) -> dict[str, Any]:
    return {
        "game": game.pk,
        "status": game.status,
        "termination": game.termination,
        "head": {"seq": game.head_seq, "hash": bytes(game.head_hash).hex()},
    }

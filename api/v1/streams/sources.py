"""Sources of streams: a game's events after a number, and a tournament's counts."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from api.streaming import LAST_ID, Source, format_message
from api.v1.games import Event
from games.models import Game
from games.queries import game_updates
from games.realtime import Subject, Topic
from tournaments.results import Counts, tournament_game_counts

__all__ = ["GameSource", "TournamentSource"]


class GameSource(Source):
    """The events of a game after event number ``after``, and at the end how the game ended."""

    def __init__(self, game_id: int, *, after: int, viewers: Collection[int] = ()) -> None:
        self._game_id = game_id
        self._after = after
        self._viewers = viewers
        self._game: Game | None = None
        self._is_behind = False

    @property
    def topic(self) -> Topic:
        """Notifications about the game."""
        return Topic(Subject.GAME, self._game_id)

    def read(self) -> bytes:
        """Return the events since the last call."""
        followed = game_updates(self._game_id, after=self._after, viewers=self._viewers)
        self._game = followed.game
        messages = [
            format_message("event", Event.from_line(line), number=line.seq) for line in followed.lines
        ]
        if followed.lines:
            self._after = followed.lines[-1].seq
        # A log with missing events returns no lines; then there is nothing more to send.
        self._is_behind = bool(followed.lines) and self._after < followed.game.head_seq
        if self.is_over:
            messages.append(format_message("end", _describe_end(followed.game), number=LAST_ID))
        return b"".join(messages)

    @property
    def is_behind(self) -> bool:
        """Whether the log has more events than have been sent."""
        return self._is_behind

    @property
    def is_over(self) -> bool:
        """Whether the game is over and all of its events have been sent."""
        return self._game is not None and self._game.is_over and not self.is_behind


class TournamentSource(Source):
    """The counts of a tournament's games whenever they change, and at the end how the tournament ended."""

    pause = 0.5

    def __init__(self, tournament_id: int) -> None:
        self._tournament_id = tournament_id
        self._sent: Counts | None = None

    @property
    def topic(self) -> Topic:
        """Notifications about the tournament."""
        return Topic(Subject.TOURNAMENT, self._tournament_id)

    def read(self) -> bytes:
        """Return the counts if they have changed."""
        counts = tournament_game_counts(self._tournament_id)
        if counts == self._sent:
            return b""
        self._sent = counts
        data = {"tournament": self._tournament_id, **asdict(counts)}
        progress = format_message("progress", data)
        return progress + format_message("end", data, number=LAST_ID) if counts.is_over else progress

    @property
    def is_behind(self) -> bool:
        """Return False: one call reads all counts."""
        return False

    @property
    def is_over(self) -> bool:
        """Whether the tournament is over."""
        return self._sent is not None and self._sent.is_over


def _describe_end(game: Game) -> dict[str, Any]:
    return {
        "game": game.pk,
        "status": game.status,
        "termination": game.termination,
        "head": {"seq": game.head_seq, "hash": bytes(game.head_hash).hex()},
    }

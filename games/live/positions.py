"""
Positions of live games, cached in the process so that an action does not replay the whole log.

A cached position is a shortcut. It is used if its hash is the head of the stored log, or if the events that follow it
continue from that hash. Otherwise the log is replayed from its beginning.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from engine.core import Dealer, EngineError, Observation, Player, Playthrough, replay
from games.bots import Program, find_program
from games.db import Cache
from games.event_store import game_secrets, verify_header
from games.models import Bot, Game, Transport
from games.queries import game_get, logged_events
from games.secret import Secret

__all__ = [
    "LivePosition",
    "Sitter",
    "Turn",
    "find_sitters",
    "keep_position",
    "load_position",
    "milliseconds",
    "position_cache",
]


@dataclass(frozen=True, slots=True)
class Sitter:
    """
    The bot in a seat: a remote one, or a built-in one with its program.

    ``owner_id`` is the user to notify when a remote bot is due. Who may act for it is queried for each action.
    """

    bot_id: int
    owner_id: int | None
    name: str
    program: Program | None
    player: Player | None

    @property
    def is_remote(self) -> bool:
        """Whether its decisions come over REST."""
        return self.program is None


@dataclass(frozen=True, slots=True)
class Turn:
    """
    A decision that a remote bot must make: what its seat may know, and every legal action in canonical order.

    ``expected_seq`` is the number of the game's last event; ``legal`` has kind and canonical data of each action.
    """

    game_id: int
    ruleset: str
    seat: int
    bot: str
    expected_seq: int
    observation: Observation
    legal: Sequence[tuple[str, str]]
    deadline: datetime
    left_ms: int
    bank_ms: int


@dataclass(frozen=True, slots=True)
class LivePosition:
    """A live game at the head of its log. Threads share ``play``, so it is never changed: clone it to play on."""

    game_id: int
    play: Playthrough
    sitters: tuple[Sitter, ...]
    seed: Secret
    dealer: Dealer

    def make_turn(self, seat: int, *, deadline: datetime, now: datetime, bank_ms: int) -> Turn:
        """Return the turn of the seat that is due."""
        play = self.play
        state, written = play.state, play.ruleset.write
        return Turn(
            game_id=self.game_id,
            ruleset=play.header.ruleset,
            seat=seat,
            bot=self.sitters[seat].name,
            expected_seq=play.seq,
            observation=Observation(lambda: state.observation(seat)),
            legal=[written(action) for action in state.legal_actions()],
            deadline=deadline,
            left_ms=milliseconds(deadline - now),
            bank_ms=bank_ms,
        )


#: This process's positions by game: some tens of kilobytes each.
position_cache: Final = Cache[int, LivePosition](500)


def load_position(game_id: int, seq: int, head: bytes) -> LivePosition:
    """
    Return the position of a started live game.

    Args:
        game_id: the game.
        seq: number of its last event, as the caller has read it.
        head: hash of that event.

    Raises:
        UnknownGame: no game has that id.
        EngineError: the log is not right, so the game cannot be continued.
    """
    kept = position_cache.get(game_id)
    if kept is not None and kept.play.seq == seq and kept.play.head == head:
        return kept
    position = _catch_up(kept, seq) if kept is not None and kept.play.seq < seq else None
    if position is None or position.play.head != head:
        position = _replay(game_id, seq)
    position_cache.put(game_id, position)
    return position


def keep_position(position: LivePosition) -> None:
    """Cache a position whose last events have been committed; drop a game that is over."""
    if position.play.due is None:
        position_cache.drop(position.game_id)
    else:
        position_cache.put(position.game_id, position)


def find_sitters(game: Game, ruleset: str) -> tuple[Sitter, ...]:
    """Return the bots in the seats of a full game."""
    return tuple(
        _make_sitter(seat.bot, ruleset) for seat in sorted(game.seating.all(), key=lambda seat: seat.number)
    )


def milliseconds(time: timedelta) -> int:
    """Return a time in whole milliseconds; 0 if it is negative."""
    return max(0, time // timedelta(milliseconds=1))


def _make_sitter(bot: Bot | None, ruleset: str) -> Sitter:
    assert bot is not None, "a live game is played when every seat is taken"
    if bot.transport != Transport.BUILTIN:
        return Sitter(bot.pk, bot.owner_id, bot.name, None, None)
    program = find_program(bot.name, bot.parameters, ruleset)
    return Sitter(bot.pk, bot.owner_id, bot.name, program, program.get_player())


def _catch_up(kept: LivePosition, seq: int) -> LivePosition | None:
    """Replay the events that another process has appended since; return None if they do not continue from it."""
    play = kept.play.clone()
    try:
        for event in logged_events(kept.game_id, first=play.seq + 1, last=seq):
            replay.replay_event(play, event)
    except EngineError:
        return None
    return replace(kept, play=play)


def _replay(game_id: int, seq: int) -> LivePosition:
    game = game_get(game_id)
    play = replay.resume(verify_header(game), logged_events(game_id, last=seq))
    seed = game_secrets([game_id])[game_id]
    return LivePosition(game_id, play, find_sitters(game, game.ruleset), seed, Dealer(seed))

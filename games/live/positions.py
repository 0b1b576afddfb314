"""
Positions of live games, kept in the process so that an action costs no replay of the whole log.

A kept position is only ever a shortcut: it is used when its hash is the head of the stored log, or when the events
after it go on from that hash; otherwise the log is replayed from its beginning. Nothing is lost with it.
"""

from dataclasses import dataclass, replace

from engine.core import Dealer, EngineError, Player, Playthrough, replay
from games.bots import Program, program_of
from games.db import Cache
from games.event_store import seed_secrets, sound_header
from games.models import Bot, Game, Transport
from games.queries import game_get, logged_events
from games.secret import Secret

__all__ = ["LivePosition", "Sitter", "kept_positions", "position_keep", "position_of", "sitters_of"]

#: Positions a process keeps: some tens of kilobytes each.
_MOST = 500


@dataclass(frozen=True, slots=True)
class Sitter:
    """
    Who plays a seat: a remote bot, or a built-in one with its program.

    ``owner_id`` says whom to wake when a remote bot is due; who may act for it is read anew each time.
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
class LivePosition:
    """
    A live game where its log has come to. ``play`` is shared by threads and never changed: whoever goes on clones it.
    """

    game_id: int
    play: Playthrough
    sitters: tuple[Sitter, ...]
    seed: Secret
    dealer: Dealer


#: This process's positions.
kept_positions = Cache[int, LivePosition](_MOST)


def position_of(game_id: int, seq: int, head: bytes) -> LivePosition:
    """
    Return the position of a started live game at the head of its log, which the caller has read.

    Raises:
        UnknownGame: there is none of that id.
        EngineError: the log is not right, so it can't be continued.
    """
    kept = kept_positions.get(game_id)
    if kept is not None and kept.play.seq == seq and kept.play.head == head:
        return kept
    caught_up = _caught_up(kept, seq) if kept is not None and kept.play.seq < seq else None
    if caught_up is None or caught_up.play.head != head:
        caught_up = _replayed(game_id, seq)
    kept_positions.put(game_id, caught_up)
    return caught_up


def position_keep(position: LivePosition) -> None:
    """Keep a position whose last events have been committed; nothing of a game that is over."""
    if position.play.due is None:
        kept_positions.drop(position.game_id)
    else:
        kept_positions.put(position.game_id, position)


def sitters_of(game: Game, ruleset: str) -> tuple[Sitter, ...]:
    """Return who plays the seats of a game that is full."""
    return tuple(
        _sitter(seat.bot, ruleset) for seat in sorted(game.seating.all(), key=lambda seat: seat.number)
    )


def _sitter(bot: Bot | None, ruleset: str) -> Sitter:
    assert bot is not None, "a live game is played when every seat is taken"
    if bot.transport != Transport.BUILTIN:
        return Sitter(bot.pk, bot.owner_id, bot.name, None, None)
    program = program_of(bot.name, bot.parameters, ruleset)
    return Sitter(bot.pk, bot.owner_id, bot.name, program, program.player())


def _caught_up(kept: LivePosition, seq: int) -> LivePosition | None:
    """
    Return the position after the events another process has appended meanwhile; None if they do not go on from it.
    """
    play = kept.play.clone()
    try:
        for event in logged_events(kept.game_id, first=play.seq + 1, last=seq):
            replay.replay_event(play, event)
    except EngineError:
        return None
    return replace(kept, play=play)


def _replayed(game_id: int, seq: int) -> LivePosition:
    game = game_get(game_id)
    play = replay.resume(sound_header(game), logged_events(game_id, last=seq))
    seed = seed_secrets([game_id])[game_id]
    return LivePosition(game_id, play, sitters_of(game, game.ruleset), seed, Dealer(seed))

"""
From a game's row to the header of its log, the thing its chain starts from.
"""

import orjson

from engine.core import registry
from engine.core.errors import EngineError, InvalidOptions
from engine.core.record import Header, make_header
from games.models import Game

__all__ = ["HeaderChanged", "game_header", "sound_header"]


class HeaderChanged(EngineError):
    """
    A stored game's header is not the one its chain started from.
    """


def game_header(game: Game) -> Header:
    """
    Return the header of a game's log; prefetch ``seating`` where many are asked for.
    """
    options = orjson.loads(game.options)
    return Header(game.ruleset, game.components, game.seats, options, _players(game), game.commitment or None)


def sound_header(game: Game) -> Header:
    """
    Return the header after checking it against the hash stored when the game was scheduled, and the ruleset.

    Raises:
        HeaderChanged, UnknownRuleset, InvalidOptions: a column is not what it was.
    """
    try:
        header = game_header(game)
    except orjson.JSONDecodeError as error:
        raise HeaderChanged("header_mismatch", field="options") from error
    if header.h0() != bytes(game.header_hash):
        raise HeaderChanged("header_mismatch", expected=bytes(game.header_hash).hex())
    if not isinstance(header.options, dict):
        raise InvalidOptions("invalid_options", field="options")
    return make_header(
        registry.get(header.ruleset),
        seats=header.seats,
        options=header.options,
        players=header.players,
        components=header.components,
        commitment=header.commitment,
    )


def _players(game: Game) -> tuple[str, ...]:
    return tuple(seat.player for seat in sorted(game.seating.all(), key=lambda seat: seat.number))

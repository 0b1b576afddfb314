"""
Header of a game's log, built from the columns of the game's row, and back.

The hash chain of a log starts from its header. A fork has the header of its parent. The column ``lineage`` keeps what
differs, the forks and the players of the log that the fork continues, so that reading a fork needs no other row.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson

from engine.core import EngineError, Header, InvalidOptions, canonical, make_header, parse_fork, registry
from games.models import Game

__all__ = ["HeaderChanged", "build_header", "game_header", "serialize_lineage", "verify_header"]


class HeaderChanged(EngineError):
    """The header of a stored game is not the one its chain started from."""


def game_header(game: Game) -> Header:
    """Return the header of a game's log; prefetch ``seating`` when you call this for many games."""
    return build_header(
        ruleset=game.ruleset,
        components=game.components,
        seats=game.seats,
        options=game.options,
        commitment=game.commitment,
        players=_players(game),
        lineage=game.lineage,
    )


def build_header(
    *,
    ruleset: str,
    components: str,
    seats: int,
    options: str,
    commitment: str,
    players: Sequence[str],
    lineage: str,
) -> Header:
    """Build the header of a game's log from the columns of its row and the players of its seats."""
    header = Header(ruleset, components, seats, orjson.loads(options), tuple(players), commitment or None)
    if not lineage:
        return header
    stored = orjson.loads(lineage)
    return replace(
        header,
        players=tuple(stored["players"]),
        commitment=stored.get("commitment"),
        forks=tuple(parse_fork(each, seats=seats) for each in stored["forks"]),
    )


def serialize_lineage(header: Header) -> str:
    """Return the ``lineage`` of a fork as JSON: what its other columns and its seats do not hold of its header."""
    if not header.forks:
        return ""
    lineage: dict[str, Any] = {
        "players": list(header.players),
        "forks": [fork.to_dict() for fork in header.forks],
    }
    if header.commitment is not None:
        lineage["commitment"] = header.commitment
    return canonical(lineage).decode()


def verify_header(game: Game) -> Header:
    """
    Return the header of a game's log after checking it against its stored hash and its ruleset.

    Raises:
        HeaderChanged, UnknownRuleset, InvalidOptions: a column has changed since the game was created.
    """
    try:
        header = game_header(game)
    except (orjson.JSONDecodeError, LookupError, TypeError, AttributeError) as error:
        raise HeaderChanged("header_mismatch", field="options") from error
    if header.h0() != bytes(game.header_hash):
        raise HeaderChanged("header_mismatch", expected=bytes(game.header_hash).hex())
    if not isinstance(header.options, dict):
        raise InvalidOptions("invalid_options", field="options")
    _check_fork(game, header)
    made = make_header(
        registry.get(header.ruleset),
        seats=header.seats,
        options=header.options,
        players=header.players,
        components=header.components,
        commitment=header.commitment,
    )
    return replace(made, forks=header.forks)


def _check_fork(game: Game, header: Header) -> None:
    """Compare the columns of a fork with the last fork of its lineage, from which the chain continues."""
    last = header.forks[-1] if header.forks else None
    if game.parent_step != (last.step if last else None):
        raise HeaderChanged("header_mismatch", field="parent_step")
    if last is not None and (last.players, last.commitment) != (_players(game), game.commitment):
        raise HeaderChanged("header_mismatch", field="players")


def _players(game: Game) -> tuple[str, ...]:
    return tuple(seat.player for seat in sorted(game.seating.all(), key=lambda seat: seat.number))

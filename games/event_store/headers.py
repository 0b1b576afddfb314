"""
From a game's row to the header of its log, the thing its chain starts from, and back.

A fork's header is its parent's; what a row of a fork has beyond it, the forks and the players of the log it goes on
from, stands in ``lineage``, so that whoever reads a log need not know its parent.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson

from engine.core import EngineError, Header, InvalidOptions, canonical, make_header, parse_fork, registry
from games.models import Game

__all__ = ["HeaderChanged", "build_header", "game_header", "serialize_lineage", "verify_header"]


class HeaderChanged(EngineError):
    """A stored game's header is not the one its chain started from."""


def game_header(game: Game) -> Header:
    """Return the header of a game's log; prefetch ``seating`` where many are asked for."""
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
    """Return the header of a game's log from the columns of its row and the players in its seats."""
    header = Header(ruleset, components, seats, orjson.loads(options), tuple(players), commitment or None)
    if not lineage:
        return header
    said = orjson.loads(lineage)
    return replace(
        header,
        players=tuple(said["players"]),
        commitment=said.get("commitment"),
        forks=tuple(parse_fork(each, seats=seats) for each in said["forks"]),
    )


def serialize_lineage(header: Header) -> str:
    """Return what the row of a fork keeps of its header: what its other columns and its seats do not tell."""
    if not header.forks:
        return ""
    said: dict[str, Any] = {
        "players": list(header.players),
        "forks": [fork.to_dict() for fork in header.forks],
    }
    if header.commitment is not None:
        said["commitment"] = header.commitment
    return canonical(said).decode()


def verify_header(game: Game) -> Header:
    """
    Return the header after checking it against the hash stored when the game was scheduled, and the ruleset.

    Raises:
        HeaderChanged, UnknownRuleset, InvalidOptions: a column is not what it was.
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
    """Compare a fork's own columns with its last line, which the chain goes on from."""
    last = header.forks[-1] if header.forks else None
    if game.parent_step != (last.step if last else None):
        raise HeaderChanged("header_mismatch", field="parent_step")
    if last is not None and (last.players, last.commitment) != (_players(game), game.commitment):
        raise HeaderChanged("header_mismatch", field="players")


def _players(game: Game) -> tuple[str, ...]:
    return tuple(seat.player for seat in sorted(game.seating.all(), key=lambda seat: seat.number))

"""Stored games of Goldgräber that are not over: some events of a game played at random, peeks included."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core import Action, Dealer, Generator, LoggedEvent, Playthrough
from engine.rulesets.goldgraeber import load_tables
from engine.rulesets.goldgraeber.hex_grid import get_field
from engine.testing.driving import log_step_with_draw, make_driver
from games.event_store import Appending, GamePlan, PlannedSeat, chunk_append, game_header, games_schedule
from games.models import Game, GameOrigin, GameSeed
from tests.games.factories import secret_number

KEY = "goldgraeber@1"
PLAYERS = ("ann", "ben", "cleo")
TACTICAL = {"tactical": True}


class Laid(Dealer):
    """Deals dice from a seed, and the given chips."""

    __slots__ = ("_chips",)

    def __init__(self, seed: bytes, chips: Sequence[int]) -> None:
        super().__init__(seed)
        self._chips = tuple(chips)

    def shuffle(self, purpose: str, items: Sequence[Any]) -> tuple[Any, ...]:
        return self._chips


def scheduled(*, options: Mapping[str, Any] = TACTICAL, seed: GameSeed | None = None) -> Game:
    """Schedule a game of three seats."""
    seats = [PlannedSeat(player) for player in PLAYERS]
    plan = GamePlan(ruleset=KEY, options=options, seats=seats, origin=GameOrigin.TOURNAMENT, seed=seed)
    return games_schedule(plans=[plan])[0]


def played(game: Game, dealer: Dealer, *, events: int | None = None) -> list[LoggedEvent]:
    """Return the first events of the game, or all: seats choose at random, but peek wherever they may."""
    play, rng = Playthrough(game_header(game)), Generator(5)

    def choose(legal: Sequence[Action], _: Generator) -> Action:
        kinds = [play.ruleset.decode(action)[0] for action in legal]
        return legal[-1] if "peek_chosen" in kinds else rng.choice(legal)

    driver = make_driver(play, choose, seed=bytes(32), deal=lambda state, seq: state.deal(dealer))
    log: list[LoggedEvent] = []
    while play.due is not None and len(log) != events:
        log.append(log_step_with_draw(driver, rng))
    return log


def stored(game: Game, log: Sequence[LoggedEvent]) -> Game:
    """Append a log to a game."""
    chunk_append(chunk=[Appending(game.pk, 0, log)])
    game.refresh_from_db()
    return game


def chips_of(number: int) -> tuple[int, ...]:
    """Return the chips by dig site as the seed of that number deals them."""
    return Dealer(secret_number(number)).shuffle("chips", load_tables("2026-1").stack)


def flipped_sites(log: Sequence[LoggedEvent]) -> set[int]:
    """Return the dig sites whose chips a log has flipped."""
    fields = [json.loads(event.payload)["field"] for event in log if event.kind == "chip_flipped"]
    return {load_tables("2026-1").site_of[get_field(*field)] for field in fields}

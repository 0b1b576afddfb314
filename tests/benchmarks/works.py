"""Works that several benchmarks measure, over any ruleset: random play-outs, whole games of bots, verified replay."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import cycle
from typing import Any, NamedTuple

from engine.bots import Bot
from engine.core import (
    CHANCE,
    SEED_BYTES,
    Chance,
    Dealer,
    Driver,
    Generator,
    Header,
    LoggedEvent,
    Observation,
    Outcome,
    Playthrough,
    Ruleset,
    commitment,
    make_header,
    verify,
)
from engine.testing.driving import make_driver, refuse_fault
from tests.benchmarks.harness import Work

__all__ = ["StoredGame", "make_playouts", "make_verifications", "play", "play_bare", "play_stored_game"]


class StoredGame(NamedTuple):
    """A finished game as the store keeps it."""

    header: Header
    events: Sequence[LoggedEvent]
    seed: bytes
    head: bytes


def play(
    players: Sequence[Bot], seed: bytes, *, ruleset: Ruleset[Any], options: Mapping[str, Any]
) -> Outcome:
    """Play one game of bots as the platform does, but discard the log."""
    seats = len(players)
    names = [f"player {seat}" for seat in range(seats)]
    header = make_header(ruleset, seats=seats, options=options, players=names, commitment=commitment(seed))
    driver = Driver(Playthrough(header), players, seed=seed, deal=Chance(seed).outcome, on_fault=refuse_fault)
    driver.advance()
    return driver.play.derive_result()


def play_bare(
    players: Sequence[Bot], seed: bytes, *, ruleset: Ruleset[Any], options: Mapping[str, Any]
) -> Outcome:
    """Play one game of bots with the rules alone, as a yardstick."""
    seats = len(players)
    state = ruleset.create_state(ruleset.complete_options(options, seats), seats, ruleset.component_sets[0])
    dealer = Dealer(seed)
    looks = [partial(state.observation, seat) for seat in range(seats)]
    seq = 0
    while (actor := state.actor) is not None:
        seq += 1
        if actor == CHANCE:
            state.apply(state.deal(dealer))
            continue
        legal = state.legal_actions()
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        rng = Generator.for_decision(seed, actor, seq)
        state.apply(players[actor].choose(Observation(looks[actor]), legal, rng))
    return state.outcome()


def make_playouts(
    ruleset: Ruleset[Any],
    seats: int,
    options: Mapping[str, Any],
    *,
    seed: int = 0,
    prepare: Callable[[Any], None] | None = None,
) -> Work:
    """
    Return a work that plays one random game with the rules alone and returns the number of seats' actions.

    Args:
        ruleset: the ruleset to play.
        seats: number of seats.
        options: the options; defaults may be left out.
        seed: seed of the choices.
        prepare: called with the first position of each game.
    """
    choice = random.Random(seed).choice
    rng = Generator(seed)
    written_out = ruleset.complete_options(options, seats)
    components = ruleset.component_sets[0]

    def playout() -> int:
        state = ruleset.create_state(written_out, seats, components)
        if prepare is not None:
            prepare(state)
        actions = 0
        while (actor := state.actor) is not None:
            if actor == CHANCE:
                state.apply(state.draw(rng))
            else:
                state.apply(choice(state.legal_actions()))
                actions += 1
        return actions

    return playout


def play_stored_game(
    ruleset: Ruleset[Any], seats: int, options: Mapping[str, Any], number: int
) -> StoredGame:
    """Play a random game through the core and return its log."""
    seed = number.to_bytes(SEED_BYTES)
    rng = Generator(number)
    players = [f"player {seat}" for seat in range(seats)]
    header = make_header(ruleset, seats=seats, options=options, players=players, commitment=commitment(seed))
    play = Playthrough(header)
    driver = make_driver(play, lambda legal, _: rng.choice(legal), seed=seed)
    driver.advance()
    return StoredGame(header, driver.collect().events, seed, play.head)


def make_verifications(games: Sequence[StoredGame], *, with_seed: bool) -> Work:
    """Return a work that verifies the games in turn and returns the number of events."""
    following = cycle(games)

    def verification() -> int:
        header, events, seed, head = next(following)
        verdict = verify(header, events, seed=seed if with_seed else None, head=head)
        assert verdict.is_good, "a stored game is right"
        return verdict.events

    return verification

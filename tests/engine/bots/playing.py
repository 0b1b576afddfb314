"""Games of one bot in every seat, decision by decision."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine.bots import Bot
from engine.bots import registry as bots
from engine.bots.mcts import MctsBot, SearchBudget
from engine.core import CHANCE, Action, Dealer, Generator, Observation, Ruleset, State

__all__ = ["SEED", "decisions", "make"]

SEED = bytes(range(32))


def make(name: str, ruleset: Ruleset[Any]) -> Bot:
    """Make a bot; the search bot with the smallest budget that still is a search."""
    if name == "mcts":
        return MctsBot(ruleset, SearchBudget(playouts=6, depth=1, breadth=2))
    return bots.create(name, ruleset)


def decisions(
    bot: Bot,
    ruleset: Ruleset[Any],
    options: Mapping[str, Any],
    seats: int,
    *,
    seed: bytes = SEED,
    turns: int | None = None,
) -> Iterator[tuple[State, list[Action], Action]]:
    """
    Play one game, or its first turns, with one bot in every seat; yield each decision's position, legal actions
    and choice.
    """
    state = ruleset.initial(ruleset.options(options, seats), seats, ruleset.component_sets[0])
    dealer, seq = Dealer(seed), 0
    while (seat := state.actor) is not None and (turns is None or state.turn < turns):
        seq += 1
        if seat == CHANCE:
            state.apply(state.deal(dealer))
            continue
        legal = state.legal_actions()
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        before = state.digest()
        observation = Observation(partial(state.observation, seat))
        choice = bot.choose(observation, legal, Generator.for_decision(seed, seat, seq))
        assert state.digest() == before, "a bot changes no state but its own"
        yield state, legal, choice
        state.apply(choice)

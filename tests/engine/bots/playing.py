"""Games with one bot in all seats, decision by decision."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.bots import Bot
from engine.bots import registry as bots
from engine.bots.mcts import MctsBot, SearchBudget
from engine.core import (
    Action,
    Chance,
    Driver,
    Generator,
    Observation,
    Playthrough,
    Ruleset,
    State,
    Status,
    commitment,
    make_header,
)
from engine.testing.driving import refuse_fault

__all__ = ["SEED", "Decision", "decisions", "make"]

SEED = bytes(range(32))


class Decision(NamedTuple):
    """A position in which a bot had a choice, its legal actions, and its choice."""

    state: State
    legal: list[Action]
    choice: Action


def make(name: str, ruleset: Ruleset[Any]) -> Bot:
    """Make a bot; the search bot gets a minimal budget."""
    if name == "mcts":
        return MctsBot(ruleset, SearchBudget(playouts=6, depth=1, breadth=2))
    return bots.create(name, ruleset)


class _Watched:
    """A bot whose decisions are recorded."""

    def __init__(self, bot: Bot, state: State) -> None:
        self._bot = bot
        self._state = state
        self.noted: list[Decision] = []

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        before = self._state.digest()
        choice = self._bot.choose(observation, legal, rng)
        assert self._state.digest() == before, "a bot changes no state but its own"
        self.noted.append(Decision(self._state.clone(), list(legal), choice))
        return choice


def decisions(
    bot: Bot,
    ruleset: Ruleset[Any],
    options: Mapping[str, Any],
    seats: int,
    *,
    seed: bytes = SEED,
    turns: int | None = None,
) -> Iterator[Decision]:
    """Play one game, or its first turns, with one bot in every seat; yield each decision."""
    names = [f"seat {seat}" for seat in range(seats)]
    header = make_header(ruleset, seats=seats, options=options, players=names, commitment=commitment(seed))
    play = Playthrough(header)
    watched = _Watched(bot, play.state)
    driver = Driver(play, [watched] * seats, seed=seed, deal=Chance(seed).outcome, on_fault=refuse_fault)
    while play.status is Status.PLAYING and (turns is None or play.state.turn < turns):
        driver.advance(steps=1)
        yield from watched.noted
        watched.noted.clear()

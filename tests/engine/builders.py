"""Builders for the engine's tests: example records, headers, games played by a policy."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from sys import maxsize
from typing import Any

from engine.core import (
    Action,
    Dealer,
    Driver,
    Generator,
    Header,
    LoggedEvent,
    Playthrough,
    Ruleset,
    State,
    commitment,
    make_header,
)
from engine.rulesets import registry
from engine.testing.driving import log_step, make_driver

GOLDEN = Path(__file__).parent.parent / "golden"
EXAMPLES = sorted(path.stem for path in (GOLDEN / "examples").glob("*.jsonl"))

Policy = Callable[[Ruleset[Any], State, Sequence[Action], Generator], Action]


def example_text(name: str) -> bytes:
    """Return the bytes of an example record made by an independent implementation."""
    return (GOLDEN / "examples" / f"{name}.jsonl").read_bytes()


def example_lines(name: str) -> list[dict[str, Any]]:
    """Return an example's lines as plain objects: header, events, trailer."""
    return [json.loads(line) for line in example_text(name).splitlines()]


def text_of(lines: Sequence[Mapping[str, Any]]) -> bytes:
    """Return lines as the bytes of a record."""
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


def seed_of(number: int) -> bytes:
    """Return a fixed seed of 32 bytes for a number."""
    return number.to_bytes(32, "big")


def header_for(
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
    *,
    key: str = "moon-river@1",
    seed: bytes | None = None,
) -> Header:
    """Return a header with players named after their seats."""
    return make_header(
        registry.get(key),
        seats=seats,
        options={"mode": "base"} if options is None else options,
        players=[f"player {seat}" for seat in range(seats)],
        commitment=commitment(seed) if seed is not None else None,
    )


def any_action(ruleset: Ruleset[Any], state: State, legal: Sequence[Action], rng: Generator) -> Action:
    """Choose uniformly at random."""
    return rng.choice(legal)


def first_action(ruleset: Ruleset[Any], state: State, legal: Sequence[Action], rng: Generator) -> Action:
    """Choose the first legal action, as the house does."""
    return legal[0]


def step(play: Playthrough, dealer: Dealer, rng: Generator, policy: Policy = any_action) -> LoggedEvent:
    """Take one step of a game: chance by the dealer, a seat by the policy, a forfeited seat by the house."""
    return log_step(driver_of(play, dealer, rng, policy))


def driver_of(play: Playthrough, dealer: Dealer, rng: Generator, policy: Policy = any_action) -> Driver:
    """Return a driver of a game dealt by a dealer, in which every seat chooses by a policy and one generator."""
    return make_driver(
        play,
        lambda legal, _: policy(play.ruleset, play.state, legal, rng),
        seed=bytes(32),
        deal=lambda state, seq: state.deal(dealer),
    )


def play_game(
    header: Header, seed: bytes, *, policy: Policy = any_action, steps: int | None = None, rng: int = 0
) -> tuple[Playthrough, list[LoggedEvent]]:
    """Return a game played to its end (including the finish) or for at most ``events`` events, with its log."""
    driver = driver_of(Playthrough(header), Dealer(seed), Generator(rng), policy)
    driver.advance(steps=maxsize if steps is None else steps)
    return driver.play, driver.collect().events

"""Mutation of events: one random change to the data of an event makes it almost legal."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core import Generator

__all__ = ["list_leaves", "mutate"]

#: Values of a wrong type or size.
_STRANGE: tuple[Any, ...] = (-1, 0, 1, 7, 97, 10**6, True, "", "farmer", [], [0, 0], {})


def mutate(data: Mapping[str, Any], others: Sequence[Any], rng: Generator) -> dict[str, Any]:
    """
    Return a copy of an event's data with one random change.

    A number is changed, a value replaced by one of other events, a list shuffled, shortened or extended, or a key
    removed or added.
    """
    changed: dict[str, Any] = copy.deepcopy(dict(data))
    places = list(_list_places(changed))
    if not places or rng.below(20) == 0:
        changed["extra"] = rng.choice(_STRANGE)
        return changed
    container, key = rng.choice(places)
    if isinstance(container, dict) and rng.below(20) == 0:
        del container[key]
    else:
        container[key] = _change(container[key], others, rng)
    return changed


def _list_places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the container and key of every value, at any depth."""
    if isinstance(value, dict):
        keys: Iterator[Any] = iter(value)
    elif isinstance(value, list):
        keys = iter(range(len(value)))
    else:
        return
    for key in keys:
        yield value, key
        yield from _list_places(value[key])


def _change(value: Any, others: Sequence[Any], rng: Generator) -> Any:
    chance = rng.below(10)
    if chance == 0:
        return rng.choice(_STRANGE)
    if chance == 1 and others:
        return rng.choice(others)
    if type(value) is int:
        return value + rng.choice((-5, -2, -1, 1, 2, 5))
    if isinstance(value, list) and value:
        return _change_list(value, rng)
    alike = [other for other in others if type(other) is type(value)]
    return rng.choice(alike) if alike else value


def _change_list(value: list[Any], rng: Generator) -> list[Any]:
    changed = list(value)
    chance = rng.below(4)
    if chance == 0:
        changed.append(rng.choice(changed))
    elif chance == 1:
        changed.pop(rng.below(len(changed)))
    else:
        rng.shuffle(changed)
    return changed


def list_leaves(data: Any) -> Iterator[Any]:
    """Yield the numbers and names in an event's data, as values for ``mutate``."""
    for container, key in _list_places(data):
        if not isinstance(container[key], dict | list):
            yield container[key]

"""
Policies for play-outs: each biases random choices, so that rare positions are reached too.

They use only decoded choices, so they work for the engine and for the naive reference.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from engine.core import Generator

Choice = tuple[str, dict[str, Any]]
Weight = Callable[[str, dict[str, Any]], int]

__all__ = ["POLICIES", "pick"]


def _even(kind: str, data: dict[str, Any]) -> int:
    return 1


def _hoard(kind: str, data: dict[str, Any]) -> int:
    """Decline whatever can be declined: full storages, forced turns, discards."""
    return 500 if kind in ("expansion_declined", "effect_declined") else 1


def _climb(kind: str, data: dict[str, Any]) -> int:
    """Place what can be placed, far from the river: tenth rows and bonus tiles."""
    if kind == "domino_placed":
        return int(3 ** max(row for _, row in data["cells"]))
    return 1


def _fill(kind: str, data: dict[str, Any]) -> int:
    """Place what can be placed, near the river: full ranches."""
    if kind == "domino_placed":
        return int(2 ** (12 - sum(row for _, row in data["cells"]) // 2))
    return 1


def _gang(kind: str, data: dict[str, Any]) -> int:
    """Take plots from the far end of the column (circles, cows) and use every partner's effect."""
    if kind == "plot_chosen":
        return int(9 ** data["position"])
    if kind == "domino_placed":
        return 4 * sum(plot > 74 for plot in data["plots"]) + 1
    if kind == "partner_recruited":
        return 6 if data["partner"] in ("desperado", "cattle_thief") else 1
    return 1 if kind.endswith("declined") else 20


#: Name -> weight of a choice.
POLICIES: dict[str, Weight] = {"even": _even, "hoard": _hoard, "climb": _climb, "fill": _fill, "gang": _gang}


def pick(name: str, choices: Sequence[Choice], rng: Generator) -> int:
    """Return the index of a choice drawn by the policy's weights."""
    weight = POLICIES[name]
    weights = [weight(kind, data) for kind, data in choices]
    drawn = rng.below(sum(weights))
    for index, part in enumerate(weights):
        drawn -= part
        if drawn < 0:
            return index
    raise AssertionError(json.dumps(weights))

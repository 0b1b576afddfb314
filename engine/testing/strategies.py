"""Hypothesis strategies for a ruleset's tests."""

from hypothesis import strategies

__all__ = ["numbers"]


def numbers() -> strategies.SearchStrategy[int]:
    """Return a strategy for seeds of games; a deal and its choices follow from one number."""
    return strategies.integers(min_value=0, max_value=2**64 - 1)

"""Conformance suite for rulesets, and drivers and strategies for tests."""

__all__: list[str] = []

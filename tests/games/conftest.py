"""Fixtures of the tests of games."""

from tests.kept import kept_rows as kept_rows  # a fixture: pytest finds it here

"""Forks and the bots that play them."""

from tournaments.forks.service import ForkShifts, fork_create

__all__ = ["ForkShifts", "fork_create"]

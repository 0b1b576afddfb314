"""Forks and the bots that play them."""

from tournaments.forks.creation import fork_create
from tournaments.forks.worker_loop import ForkWorkerLoop

__all__ = ["ForkWorkerLoop", "fork_create"]

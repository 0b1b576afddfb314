"""Bots that workers run: one port, and a transport per kind of bot."""

from tournaments.bots.ports import Participant
from tournaments.bots.table import Table, find_refusal

__all__ = ["Participant", "Table", "find_refusal"]

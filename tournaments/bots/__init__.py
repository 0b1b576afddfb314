"""Bots that workers ask: one port, and a transport for each kind of bots."""

from tournaments.bots.ports import Participant, Transport
from tournaments.bots.table import Table, find_refusal

__all__ = ["Participant", "Table", "Transport", "find_refusal"]

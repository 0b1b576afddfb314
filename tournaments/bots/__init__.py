"""Bots that workers ask: one port, and a transport for each kind of bots."""

from tournaments.bots.ports import Participant, Transport
from tournaments.bots.table import Table, refusal

__all__ = ["Participant", "Table", "Transport", "refusal"]

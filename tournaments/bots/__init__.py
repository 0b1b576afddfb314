"""Bots at the table: one port, and a transport for each way of asking a bot."""

from tournaments.bots.ports import BotFault, Participant, Player, Transport
from tournaments.bots.table import Table, refusal

__all__ = ["BotFault", "Participant", "Player", "Table", "Transport", "refusal"]

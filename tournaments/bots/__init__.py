"""Bots at the table: one port, and a transport for each way of asking a bot."""

from tournaments.bots.in_process import ObservationFailed
from tournaments.bots.ports import BotFault, Participant, Player, Transport
from tournaments.bots.table import Table, refusal

__all__ = ["BotFault", "ObservationFailed", "Participant", "Player", "Table", "Transport", "refusal"]

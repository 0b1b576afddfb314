"""
Bots at the table: one port, and a transport for each way of asking a bot.
"""

from tournaments.bots.ports import BotFault, Player, Transport
from tournaments.bots.table import RUNNABLE, Table

__all__ = ["RUNNABLE", "BotFault", "Player", "Table", "Transport"]

"""Bots: rows and players of the built-in ones, rows of users' remote bots."""

from games.bots.builtin import Program, bots_register_builtin, find_program
from games.bots.interruptions import is_interruption
from games.bots.remote import bot_create_remote

__all__ = ["Program", "bot_create_remote", "bots_register_builtin", "find_program", "is_interruption"]

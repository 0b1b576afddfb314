"""Rows of bots: the built-in ones and those of users."""

from games.bots.builtin import Program, bots_register_builtin, program_of
from games.bots.remote import bot_create_remote

__all__ = ["Program", "bot_create_remote", "bots_register_builtin", "program_of"]

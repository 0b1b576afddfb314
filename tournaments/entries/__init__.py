"""Submitted games entered in tournaments."""

from tournaments.entries.services import entered_game_withdraw, entries_check, records_enter

__all__ = ["entered_game_withdraw", "entries_check", "records_enter"]

"""Prepared statements and the LRU cache of a process."""

from games.db.recent import Recent
from games.db.statements import execute, row_of, together

__all__ = ["Recent", "execute", "row_of", "together"]

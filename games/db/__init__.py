"""Database statements that are prepared and pipelined, and the LRU cache of a process."""

from games.db.cache import Cache
from games.db.statements import execute, fetch_row, pipeline

__all__ = ["Cache", "execute", "fetch_row", "pipeline"]

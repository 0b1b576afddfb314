"""Pure functions of tournaments: schedules, seat orders, tallies, standings and crosstables."""

from tournaments.domain.crosstable import CrosstableCell, build_crosstable
from tournaments.domain.errors import NotSeated
from tournaments.domain.formats import Format, plan_rounds
from tournaments.domain.results import EntrantTally, PairTally
from tournaments.domain.schedule import Pairing, count_tables
from tournaments.domain.seating import Rotation, count_seat_orders, list_seat_orders
from tournaments.domain.standings import Standing, compute_standings
from tournaments.domain.tables import EnteredBot, find_seating

__all__ = [
    "CrosstableCell",
    "EnteredBot",
    "EntrantTally",
    "Format",
    "NotSeated",
    "PairTally",
    "Pairing",
    "Rotation",
    "Standing",
    "build_crosstable",
    "compute_standings",
    "count_seat_orders",
    "count_tables",
    "find_seating",
    "list_seat_orders",
    "plan_rounds",
]

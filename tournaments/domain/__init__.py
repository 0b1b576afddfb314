"""The pure half of tournaments: who meets whom, who sits where, and what the results add up to."""

from tournaments.domain.crosstable import crosstable
from tournaments.domain.errors import NotSeated
from tournaments.domain.formats import Format, planned_rounds
from tournaments.domain.results import EntrantTally, PairTally
from tournaments.domain.schedule import Pairing, tables_count
from tournaments.domain.seating import Rotation, seatings, seatings_count
from tournaments.domain.standings import Standing, standings
from tournaments.domain.tables import EnteredBot, seating_of

__all__ = [
    "EnteredBot",
    "EntrantTally",
    "Format",
    "NotSeated",
    "PairTally",
    "Pairing",
    "Rotation",
    "Standing",
    "crosstable",
    "planned_rounds",
    "seating_of",
    "seatings",
    "seatings_count",
    "standings",
    "tables_count",
]

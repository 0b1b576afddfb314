"""Lookup tables of a component set, by field, dig site and seat."""

from functools import cache
from typing import Final

from engine.rulesets.goldgraeber.chips import CHIPS, ONE, make_robber_chip
from engine.rulesets.goldgraeber.components import ComponentSet, component_set
from engine.rulesets.goldgraeber.constants import MAX_SEATS, SITES, VALUES
from engine.rulesets.goldgraeber.hex_grid import BIT, FIELDS, NEXT_TO, get_field, list_fields, make_mask
from engine.rulesets.goldgraeber.options import SHUTTLES
from engine.rulesets.goldgraeber.walk_search import Graph, Walks

__all__ = ["NO_SITE", "Tables", "load_tables"]

#: In place of the number of a dig site for fields that are none.
NO_SITE: Final = 255


class Tables:
    """
    Lookup tables of one component set.

    ``rail``, ``houses``: fields, from the tunnel to the station and by seat. ``site_of``: by field, the number of its
    dig site (in the order of fields) or ``NO_SITE``. ``site_fields``: the fields of the dig sites. ``near``: by field,
    the set of dig sites next to it. ``town``, ``lakes``: sets of fields. ``shores``: by shore field, the set of the
    shore fields of its lake. ``chips``: all chips as a hoard. ``stack``: all chips in the order before the shuffle.
    """

    __slots__ = (
        "box",
        "chips",
        "houses",
        "lakes",
        "near",
        "poles",
        "rail",
        "shores",
        "site_fields",
        "site_of",
        "stack",
        "town",
        "walks",
    )

    def __init__(self, box: ComponentSet) -> None:
        self.box = box
        self.rail = tuple(get_field(*at) for at in box.rail)
        self.houses = tuple(get_field(*house.at) for house in box.houses)
        self.poles = tuple(get_field(*raft.pole) for raft in box.rafts)
        self.town = make_mask((*box.streets, box.station)) | make_mask(house.at for house in box.houses)
        self._read_lakes(box)
        self._read_sites(box)
        self._read_chips(box)
        assert len(self.houses) == MAX_SEATS, "every seat has a house"
        land = sum(BIT[field] for field in FIELDS) & ~self.lakes & ~sum(BIT[house] for house in self.houses)
        doors = [(get_field(*house.at), get_field(*house.door)) for house in box.houses]
        graph = Graph(land=land, shore=sum({BIT[field] for field in self.shores}), doors=doors)
        self.walks = {shuttle: Walks(graph, shuttle) for shuttle in SHUTTLES}

    def _read_lakes(self, box: ComponentSet) -> None:
        self.lakes = make_mask(at for lake in box.lakes for at in (*lake.shore, *lake.deep))
        self.shores: dict[int, int] = {}
        for lake in box.lakes:
            shore = make_mask(lake.shore)
            self.shores |= dict.fromkeys(list_fields(shore), shore)

    def _read_sites(self, box: ComponentSet) -> None:
        sites = make_mask(box.dig_sites)
        self.site_fields = tuple(list_fields(sites))
        assert len(self.site_fields) == SITES, "every chip has a dig site"
        self.site_of = [NO_SITE] * len(BIT)
        for site, field in enumerate(self.site_fields):
            self.site_of[field] = site
        self.near = {
            field: sum(1 << self.site_of[other] for other in list_fields(NEXT_TO[field] & sites))
            for field in FIELDS
        }

    def _read_chips(self, box: ComponentSet) -> None:
        counts = {
            **box.gold,
            **{make_robber_chip(strength): count for strength, count in box.robbers.items()},
        }
        assert list(counts) == list(range(1, CHIPS + 1)), (
            f"values and strengths are 1 to {VALUES}, gold first"
        )
        self.stack = tuple(chip for chip, count in counts.items() for _ in range(count))
        self.chips = sum(ONE[chip] for chip in self.stack)
        assert len(self.stack) == SITES, "every dig site has a chip"


@cache
def load_tables(components: str) -> Tables:
    """Return the lookup tables of a component set (cached)."""
    return Tables(component_set(components))

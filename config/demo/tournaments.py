"""The tournaments of `make demo`: games of the built-in bots, one tournament per ruleset."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.bots import list_names
from games.bots import bots_register_builtin
from tournaments.models import Tournament
from tournaments.planning import tournament_create, tournament_start
from tournaments.selectors import tournament_list


@dataclass(frozen=True, slots=True)
class DemoTournament:
    """The parameters of a demo tournament, which all built-in bots of its ruleset enter."""

    name: str
    ruleset: str
    seats: int
    #: Each deal is played at every table in every rotation of the seats: four seats make four games.
    deals: int
    options: Mapping[str, Any] = field(default_factory=dict)


DEMO_TOURNAMENTS: tuple[DemoTournament, ...] = (
    DemoTournament(
        name="First rodeo on Moon River",
        ruleset="moon-river@1",
        seats=4,
        deals=6,
        options={"mode": "base"},
    ),
    DemoTournament(name="Gold rush behind the lakes", ruleset="goldgraeber@1", seats=4, deals=2),
)


def demo_tournaments_ensure() -> list[Tournament]:
    """Return the demo's tournaments; create and start those that do not exist yet."""
    bots = {bot.name: bot for bot in bots_register_builtin()}
    found = []
    for wanted in DEMO_TOURNAMENTS:
        tournament = tournament_list().filter(name=wanted.name).last()
        if tournament is None:
            tournament = tournament_create(
                name=wanted.name,
                ruleset=wanted.ruleset,
                options=wanted.options,
                seats=wanted.seats,
                bots=[bots[name] for name in list_names(wanted.ruleset)],
                deals=wanted.deals,
            )
            tournament_start(tournament)
        found.append(tournament)
    return found

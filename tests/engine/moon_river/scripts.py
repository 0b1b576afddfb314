"""Games with scripted chance: the test gives the chance outcomes and the actions of the seats."""

from collections.abc import Sequence
from typing import Any

from engine.core import CHANCE, EngineError, Event, LoggedEvent, Playthrough
from tests.engine.builders import header_for
from tests.engine.moon_river.positions import plain

SALOON = ["desperado", "cattle_thief", "gold_digger", "trapper", "farmer"]


class Script:
    """A play-through built event by event."""

    def __init__(self, seats: int = 4, options: dict[str, Any] | None = None) -> None:
        self.play = Playthrough(header_for(seats, options))

    def chance(self, kind: str, **data: Any) -> LoggedEvent:
        return self.play.submit(Event(self.play.seq + 1, CHANCE, kind, plain(data)))

    def seat(self, seat: int, kind: str, **data: Any) -> LoggedEvent:
        return self.play.submit(Event(self.play.seq + 1, seat, kind, plain(data)))

    def refusal(self, actor: int, kind: str, **data: Any) -> str:
        """Return the code of the refusal of an event."""
        try:
            self.play.check(Event(self.play.seq + 1, actor, kind, plain(data)))
        except EngineError as error:
            return error.code
        raise AssertionError(f"{kind} {data} is accepted")

    def look(self) -> dict[str, Any]:
        return self.play.state.observation(None)

    def kinds_due(self) -> list[str]:
        """Return the kinds of the legal choices, each once."""
        legal = self.play.state.legal_actions()
        return list(dict.fromkeys(self.play.ruleset.decode(action)[0] for action in legal))

    def positions(self) -> list[int]:
        """Return the positions that may be chosen."""
        decoded = [self.play.ruleset.decode(action) for action in self.play.state.legal_actions()]
        return [data["position"] for kind, data in decoded if kind == "plot_chosen"]

    def next_plots(self) -> list[int | None]:
        return [space["plot"] for space in self.look()["columns"]["next"]]

    def current_plots(self) -> list[int | None]:
        return [space["plot"] for space in self.look()["columns"]["current"]]

    def accepts(self, kind: str, **data: Any) -> bool:
        """Return whether a chance event is accepted here."""
        try:
            self.play.check(Event(self.play.seq + 1, CHANCE, kind, plain(data)))
        except EngineError:
            return False
        return True


def draw_setup(
    seats: int = 4, order: Sequence[int] | None = None, plots: Sequence[int] = (1, 22, 44, 67)
) -> Script:
    """Return a base game in which saloon, column and rancheros are drawn and the first seat is to choose."""
    script = Script(seats)
    script.chance("saloon_filled", partners=SALOON)
    script.chance("column_dealt", plots=list(plots))
    script.chance("rancheros_drawn", seats=list(order or range(seats)))
    return script


def begin_game(
    seats: int = 4, plots: Sequence[int] = (1, 22, 44, 67), second: Sequence[int] = (2, 23, 45, 68)
) -> Script:
    """Return a base game at the first turn of the first round, with the seats in order on the first column."""
    script = draw_setup(seats, plots=plots)
    for position, seat in enumerate([0, 1, 1, 0] if seats == 2 else range(seats)):
        script.seat(seat, "plot_chosen", position=position)
    script.chance("column_dealt", plots=list(second))
    return script

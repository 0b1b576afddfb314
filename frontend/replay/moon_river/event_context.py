"""The context that the sentences of one event are made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core import Effect, Event
from engine.rulesets.moon_river import Plot
from frontend.replay.drawing import Position, letter
from frontend.replay.moon_river.plots import describe_plot, name_plot_object
from frontend.replay.moon_river.vocabulary import count_landscapes
from frontend.replay.translation import Translator

__all__ = ["EventContext", "find_seat"]


@dataclass(frozen=True, slots=True)
class EventContext:
    """One event with the positions around it; of an event to come, effects and position are missing."""

    tr: Translator
    event: Event
    effects: Sequence[Effect]
    position: Position | None
    previous: Position
    names: Sequence[str]
    plots: Mapping[int, Plot]

    @property
    def data(self) -> Mapping[str, Any]:
        """The event's data."""
        return self.event.data

    @property
    def other(self) -> str:
        """The letter of the seat that the event names in its data."""
        return letter(self.data["seat"])

    def plot(self, plot_id: int) -> str:
        """Return the description of a plot."""
        return describe_plot(self.tr, self.plots[plot_id])

    def plot_object(self, plot_id: int) -> str:
        """Return the description of a plot as the object of a sentence."""
        return name_plot_object(self.tr, self.plots[plot_id])

    def landscape(self, plot_id: int) -> str:
        """Return the name of a plot's landscape."""
        return count_landscapes(self.tr, self.plots[plot_id].landscape)

    @property
    def chosen(self) -> int:
        """The id of the chosen plot. In the set-up, too, it lies in the next column."""
        plot: int = self.previous["columns"]["next"][self.data["position"]]["plot"]
        return plot


def find_seat(event: Event) -> int | None:
    """Return the seat an event is about: the one that acted, or the one that forfeits."""
    if event.actor >= 0:
        return event.actor
    seat: int | None = event.data.get("seat") if event.kind == "seat_forfeited" else None
    return seat

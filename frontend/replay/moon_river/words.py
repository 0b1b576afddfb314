"""What each event of Moon River is called: a line for the list, a sentence for the headline, one for what comes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core import CHANCE, SYSTEM, Effect, Event
from engine.rulesets.moon_river import Plot
from frontend.replay.drawing import Position, letter
from frontend.replay.endings import finish_words, forfeit_words, void_words
from frontend.replay.moon_river.boards import SCENARIOS
from frontend.replay.moon_river.changes import territory_text
from frontend.replay.moon_river.plots import cell_name, landscape_words, plot_words
from frontend.replay.moon_river.speech import partner_words, with_article
from frontend.replay.speech import counted, listed

__all__ = ["Telling", "acting_seat", "announced", "category", "headline_words", "line_words"]

_CATEGORIES = {
    "plot_chosen": "choices",
    "domino_placed": "dominoes",
    "bonus_tile_placed": "dominoes",
    "expansion_declined": "dominoes",
    "plots_discarded": "dominoes",
    "partner_recruited": "partners",
    "plots_swapped": "partners",
    "effect_declined": "partners",
    "cow_removed": "cows",
    "cow_moved": "cows",
    "cow_stolen": "cows",
}

_TIE_BREAKS = ("the larger territory", "more cows")

#: What a declined effect would have done, by the phase in which it was declined.
_DECLINED = {
    "move_cow": "moves no more cows",
    "swap": "swaps no plot",
    "steal": "steals no cow",
}


@dataclass(frozen=True, slots=True)
class Telling:
    """What the words of one event are made from; of an event to come, effects and position are missing."""

    event: Event
    effects: Sequence[Effect]
    position: Position | None
    previous: Position | None
    names: Sequence[str]
    plots: Mapping[int, Plot]

    @property
    def data(self) -> Mapping[str, Any]:
        """The event's data."""
        return self.event.data

    def plot(self, plot_id: int) -> str:
        """Return a plot in words."""
        return plot_words(self.plots[plot_id])

    def land(self, plot_id: int) -> str:
        """Return a plot's landscape in words."""
        return landscape_words(self.plots[plot_id].landscape)

    def chosen(self) -> str | None:
        """
        Return the chosen plot in words, if a position says what lies at its place; in the set-up, too, it
        lies in the next column.
        """
        if self.previous is None:
            return None
        plot_id = self.previous["columns"]["next"][self.data["position"]]["plot"]
        return None if plot_id is None else self.plot(plot_id)


def category(event: Event) -> str:
    """Return the category by which a list of events is filtered."""
    if event.actor == CHANCE:
        return "box"
    return "system" if event.actor == SYSTEM else _CATEGORIES[event.kind]


def acting_seat(event: Event) -> int | None:
    """Return the seat an event is about: who acted, or who was forfeited."""
    if event.actor >= 0:
        return event.actor
    seat: int | None = event.data.get("seat") if event.kind == "seat_forfeited" else None
    return seat


def line_words(telling: Telling) -> str:
    """Return an event in one line, without the seat that acts."""
    words = _LINES[telling.event.kind](telling)
    return words + _territories(telling.effects)


def headline_words(telling: Telling) -> str:
    """Return an event as a sentence without its subject and points."""
    tell = _HEADLINES.get(telling.event.kind) or _LINES[telling.event.kind]
    return tell(telling)


def announced(telling: Telling) -> str:
    """Return the event to come as a sentence; chance keeps its secret until it happens."""
    event = telling.event
    if event.actor >= 0:
        return f"Next: {letter(event.actor)} {_LINES[event.kind](telling)}"
    return f"Next: {_COMING[event.kind](telling)}"


def _territories(effects: Sequence[Effect]) -> str:
    said = []
    for effect in effects:
        if effect.kind == "territory_changed":
            text, result = territory_text(effect.data)
            said.append(f"{text} {result}")
    return f": {'; '.join(said)}" if said else ""


def _placed_cells(telling: Telling) -> str:
    data = telling.data
    return ", ".join(
        f"{cell_name(cell)} {telling.land(plot)}"
        for cell, plot in zip(data["cells"], data["plots"], strict=True)
    )


def _placed_lands(telling: Telling) -> str:
    one, two = (telling.land(plot) for plot in telling.data["plots"])
    return f"two {one}s" if one == two else f"{with_article(one)} and {with_article(two)}"


def _column(telling: Telling) -> str:
    """Return the dealt plots' landscapes in their order in the column: by back number."""
    dealt = sorted(telling.data["plots"], key=lambda plot: telling.plots[plot].back)
    return ", ".join(telling.land(plot) for plot in dealt)


def _discarded(telling: Telling) -> str:
    return listed([with_article(telling.plot(plot)) for plot in telling.data["plots"]])


def _recruited(telling: Telling, where: str) -> str:
    data = telling.data
    name = partner_words(data["partner"])
    if data["side"] == "cowboy":
        return f"recruits a cowboy{where} ({name} turned over)"
    return f"recruits {with_article(name)}{where}"


def _declined(telling: Telling) -> str:
    phase = telling.previous["phase"] if telling.previous else None
    return _DECLINED.get(phase or "", "uses the partner's effect no further")


def _line_chosen(telling: Telling) -> str:
    place = f"place {telling.data['position'] + 1}"
    chosen = telling.chosen()
    return f"chooses {chosen}, {place}" if chosen else f"chooses {place}"


def _headline_chosen(telling: Telling) -> str:
    chosen = telling.chosen()
    return f"chooses {with_article(chosen)}" if chosen else _line_chosen(telling)


def _kept(telling: Telling) -> str:
    if telling.position is None:
        return "keeps its plots"
    hand = telling.position["ranches"][telling.event.actor]["hand"]
    return f"keeps its {counted(len(hand), 'plot')}"


_LINES: Mapping[str, Callable[[Telling], str]] = {
    "scenario_drawn": lambda t: f"Scenario: {SCENARIOS[t.data['scenario']].title}",
    "saloon_filled": lambda t: f"To the saloon: {', '.join(map(partner_words, t.data['partners']))}",
    "column_dealt": lambda t: f"New column: {_column(t)}",
    "rancheros_drawn": lambda t: f"Rancheros drawn: {', '.join(map(letter, t.data['seats']))}",
    "plot_chosen": _line_chosen,
    "domino_placed": lambda t: f"places {_placed_cells(t)}",
    "expansion_declined": lambda t: "keeps its plots",
    "plots_discarded": lambda t: f"must discard {_discarded(t)}",
    "cow_removed": lambda t: f"loses a cow at {cell_name(t.data['cell'])} to a skull",
    "partner_recruited": lambda t: _recruited(t, f" at {cell_name(t.data['cell'])}"),
    "cow_moved": lambda t: f"moves a cow {cell_name(t.data['from'])} → {cell_name(t.data['to'])}",
    "plots_swapped": lambda t: (
        f"swaps {t.plot(t.data['give'])} for {letter(t.data['seat'])}'s {t.plot(t.data['take'])}"
    ),
    "cow_stolen": lambda t: f"steals a cow from {letter(t.data['seat'])} at {cell_name(t.data['cell'])}",
    "effect_declined": _declined,
    "bonus_tile_placed": lambda t: (
        f"places the bonus tile {landscape_words(t.data['side'])} at {cell_name(t.data['cell'])}"
    ),
    "seat_forfeited": lambda t: forfeit_words(t.data),
    "game_finished": lambda t: finish_words(t.data, t.names, t.position, _TIE_BREAKS),
    "game_voided": lambda t: void_words(t.data),
}

#: Where the headline reads otherwise than the line: it leaves cells to the picture.
_HEADLINES: Mapping[str, Callable[[Telling], str]] = {
    "saloon_filled": lambda t: f"The saloon is filled: {listed([*map(partner_words, t.data['partners'])])}",
    "column_dealt": lambda t: f"A new column is dealt: {_column(t)}",
    "rancheros_drawn": lambda t: f"The rancheros are drawn: {', '.join(map(letter, t.data['seats']))}",
    "scenario_drawn": lambda t: f"The scenario is drawn: {SCENARIOS[t.data['scenario']].title}",
    "plot_chosen": _headline_chosen,
    "domino_placed": lambda t: f"places {_placed_lands(t)}",
    "expansion_declined": _kept,
    "partner_recruited": lambda t: _recruited(t, ""),
    "cow_moved": lambda t: f"moves a cow from {cell_name(t.data['from'])} to {cell_name(t.data['to'])}",
    "cow_stolen": lambda t: f"steals a cow from {letter(t.data['seat'])}",
    "bonus_tile_placed": lambda t: f"places the bonus tile {landscape_words(t.data['side'])}",
}

_COMING: Mapping[str, Callable[[Telling], str]] = {
    "scenario_drawn": lambda t: "the scenario is drawn",
    "saloon_filled": lambda t: "the saloon is filled",
    "column_dealt": lambda t: "a new column is dealt",
    "rancheros_drawn": lambda t: "the rancheros are drawn",
    "seat_forfeited": lambda t: f"{letter(t.data['seat'])} forfeits",
    "game_finished": lambda t: "the game ends",
    "game_voided": lambda t: "the game is voided",
}

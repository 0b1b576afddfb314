"""The drawing of Moon River: scenes of single steps and the story of a whole game."""

from collections.abc import Iterable, Mapping, Sequence

from engine.core import Effect, Event
from engine.rulesets.moon_river import Plot, component_set
from frontend.replay.drawing import Headline, Position, Scene, Step, StepFacts, Story
from frontend.replay.markup import Html
from frontend.replay.moon_river.changes import Changes, step_changes
from frontend.replay.moon_river.market import table_pieces
from frontend.replay.moon_river.panels import seat_panels
from frontend.replay.moon_river.story import game_story
from frontend.replay.moon_river.turns import due_words, round_text
from frontend.replay.moon_river.words import Telling, acting_seat, announced, headline_words, line_words
from frontend.replay.speech import points_words
from frontend.replay.symbols import symbol_names, symbols_used

__all__ = ["MoonRiverDrawing"]


class MoonRiverDrawing:
    """How ``moon-river@1`` looks and reads."""

    slug = "mr"
    title = "Moon River"
    stylesheet = ""
    symbols = frozenset(
        name
        for name in symbol_names()
        if name.startswith(("land-", "partner-", "cow", "ranchero"))
        or name in {"skull", "circle", "gold", "beaver", "corn", "bridge", "star"}
    )
    tie_titles: tuple[str, ...] = ("largest territory", "cows")

    def about(self, components: str) -> str:
        """Return what is published and what is reconstructed of the pieces."""
        return component_set(components).about

    def backdrop(self, components: str, seats: int) -> Html:
        """Return nothing: all of a ranch changes."""
        return Html("")

    def scene(
        self, position: Position, previous: Position | None, effects: Sequence[Effect], step: StepFacts
    ) -> Scene:
        """Return one step as pictures and words."""
        components = component_set(position["components"])
        event = step.event
        if event is None or previous is None:
            changes = Changes((), {})
        else:
            changes = step_changes(event, effects, position, previous, components.plots)
        panels = seat_panels(position, previous, changes, step, _mover(position, event))
        table = table_pieces(position, previous, components)
        chips = {chip.symbol for panel in panels for chip in panel.chips}
        drawings = [panel.drawing for panel in panels] + [piece.drawing for piece in table]
        return Scene(
            seq=step.seq,
            total=step.total,
            headline=_headline(position, previous, effects, step),
            changes=changes.lines,
            following=_following(position, step),
            panels=panels,
            table=table,
            round_text=round_text(position),
            mover=_mover(position, event),
            symbols=symbols_used(drawings) | chips,
        )

    def line(self, step: Step, names: Sequence[str]) -> str:
        """Return what an event did in one line, without the seat that did it."""
        return _line(step, names, component_set(step.position["components"]).plots)

    def story(self, steps: Iterable[Step], names: Sequence[str]) -> Story:
        """Return the whole game in lines, told from its steps in order."""
        return game_story(steps, names, _line)


def _line(step: Step, names: Sequence[str], plots: Mapping[int, Plot]) -> str:
    return line_words(Telling(step.event, step.effects, step.position, step.previous, names, plots))


def _gain(position: Position, previous: Position, seat: int) -> int:
    after: int = position["ranches"][seat]["score"]["total"]
    before: int = previous["ranches"][seat]["score"]["total"]
    return after - before


def _headline(
    position: Position, previous: Position | None, effects: Sequence[Effect], step: StepFacts
) -> Headline:
    event = step.event
    if event is None or previous is None:
        return Headline(None, "", "Before the first event")
    plots = component_set(position["components"]).plots
    says = headline_words(Telling(event, effects, position, previous, step.names, plots))
    seat = acting_seat(event)
    if seat is None:
        return Headline(None, "", says)
    if event.actor >= 0:
        gain = _gain(position, previous, seat)
        says += f": {points_words(gain)}" if gain else ""
        says += " (house play)" if seat in previous["forfeits"] else ""
    return Headline(seat, step.names[seat], says)


def _following(position: Position, step: StepFacts) -> str:
    """Return who does what next: as the log tells it, or for a game still being played whose decision is due."""
    if step.following is not None:
        plots = component_set(position["components"]).plots
        return announced(Telling(step.following, (), None, position, step.names, plots))
    if step.event is not None and step.event.kind in ("game_finished", "game_voided"):
        return ""
    return due_words(position)


def _mover(position: Position, event: Event | None) -> int | None:
    """Return the seat a page brings forward: whose event it is, else who decides next."""
    if event is not None and event.actor >= 0:
        return event.actor
    actor = position["actor"]
    return actor if isinstance(actor, int) else None

"""Drawing of Moon River: scenes of single steps and the story of a whole game."""

from collections.abc import Iterable, Sequence

from engine.core import Effect, Event
from engine.rulesets.moon_river import component_set
from frontend.replay.drawing import Headline, Position, Scene, Step, StepFacts, Story
from frontend.replay.markup import Html
from frontend.replay.moon_river.event_context import EventContext, find_seat
from frontend.replay.moon_river.market import draw_table
from frontend.replay.moon_river.panels import make_panels
from frontend.replay.moon_river.rounds import describe_due, describe_round
from frontend.replay.moon_river.sentences import announce_event, describe_event, describe_for_headline
from frontend.replay.moon_river.step_changes import NO_CHANGES, find_changes
from frontend.replay.moon_river.story import write_story
from frontend.replay.sentences import make_headline, make_opening_headline
from frontend.replay.symbols import symbol_names, symbols_used
from frontend.replay.translation import ENGLISH, Translator, gettext_noop

__all__ = ["MoonRiverDrawing"]


class MoonRiverDrawing:
    """How ``moon-river@1`` looks and reads."""

    slug = "mr"
    stylesheet = ""
    symbols = frozenset(
        name
        for name in symbol_names()
        if name.startswith(("land-", "partner-", "cow", "ranchero"))
        or name in {"skull", "circle", "gold", "beaver", "corn", "bridge", "star"}
    )
    tie_titles: tuple[str, ...] = (gettext_noop("largest territory"), gettext_noop("cows"))

    def about(self, components: str) -> str:
        """Return which pieces are published and which are a reconstruction."""
        return component_set(components).about

    def backdrop(self, components: str, seats: int) -> Html:
        """Return nothing: every part of a ranch changes."""
        return Html("")

    def scene(
        self, position: Position, previous: Position | None, effects: Sequence[Effect], step: StepFacts
    ) -> Scene:
        """Return one step as pictures and text."""
        tr = step.translator
        components = component_set(position["components"])
        context = None
        if step.event is not None and previous is not None:
            context = EventContext(tr, step.event, effects, position, previous, step.names, components.plots)
        changes = find_changes(context) if context else NO_CHANGES
        mover = _mover(position, step.event)
        panels = make_panels(position, previous, changes, step, mover)
        table = draw_table(tr, position, previous, components)
        chips = {chip.symbol for panel in panels for chip in panel.chips}
        drawings = [panel.drawing for panel in panels] + [piece.drawing for piece in table]
        return Scene(
            seq=step.seq,
            total=step.total,
            headline=_headline(context) if context else make_opening_headline(tr),
            changes=changes.lines,
            following=_following(position, step),
            panels=panels,
            table=table,
            round_text=describe_round(tr, position),
            mover=mover,
            symbols=symbols_used(drawings) | chips,
        )

    def line(self, step: Step, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return an event as one sentence, with the placeholder ``PLAYER`` open if a seat acts."""
        plots = component_set(step.position["components"]).plots
        return describe_event(
            EventContext(translator, step.event, step.effects, step.position, step.previous, names, plots)
        )

    def story(self, steps: Iterable[Step], names: Sequence[str], translator: Translator = ENGLISH) -> Story:
        """Return the whole game as lines, from its steps in order."""
        return write_story(translator, steps, names)


def _headline(context: EventContext) -> Headline:
    position, previous, actor = context.position, context.previous, context.event.actor
    assert position is not None, "the step is shown"
    gain = 0
    if actor >= 0:
        gain = position["ranches"][actor]["score"]["total"] - previous["ranches"][actor]["score"]["total"]
    return make_headline(
        context.tr,
        find_seat(context.event),
        context.names,
        describe_for_headline(context),
        gain=gain,
        is_house_play=actor in previous["forfeits"],
    )


def _following(position: Position, step: StepFacts) -> str:
    """Return the sentence about the next event of the log, or in a game being played about the decision that is due."""
    if step.following is not None:
        plots = component_set(position["components"]).plots
        return announce_event(
            EventContext(step.translator, step.following, (), None, position, step.names, plots)
        )
    if step.event is not None and step.event.kind in ("game_finished", "game_voided"):
        return ""
    return describe_due(step.translator, position)


def _mover(position: Position, event: Event | None) -> int | None:
    """Return the seat that a page brings forward: the one that acts, or else the one that decides next."""
    if event is not None and event.actor >= 0:
        return event.actor
    actor = position["actor"]
    return actor if isinstance(actor, int) else None

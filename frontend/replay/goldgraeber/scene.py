"""Drawing of Goldgräber: scenes of single steps and the story of a whole game."""

from collections.abc import Iterable, Sequence

from engine.core import Effect, Event
from engine.rulesets.goldgraeber import component_set
from frontend.replay.drawing import Headline, Position, Scene, Step, StepFacts, Story
from frontend.replay.goldgraeber.board import draw_board
from frontend.replay.goldgraeber.die import draw_die
from frontend.replay.goldgraeber.event_context import EventContext, find_seat
from frontend.replay.goldgraeber.ground import draw_ground
from frontend.replay.goldgraeber.panels import make_panels
from frontend.replay.goldgraeber.progress import draw_chips_left, draw_counts
from frontend.replay.goldgraeber.sentences import (
    announce_event,
    describe_due,
    describe_event,
    describe_for_headline,
)
from frontend.replay.goldgraeber.step_changes import NO_CHANGES, find_changes
from frontend.replay.goldgraeber.story import write_story
from frontend.replay.markup import Html
from frontend.replay.sentences import make_headline, make_opening_headline
from frontend.replay.symbols import symbol_names, symbols_used
from frontend.replay.translation import ENGLISH, Translator

__all__ = ["GoldgraeberDrawing"]


class GoldgraeberDrawing:
    """How ``goldgraeber@1`` looks and reads."""

    slug = "gold"
    stylesheet = "frontend/css/goldgraeber.css"
    symbols = frozenset(
        name
        for name in symbol_names()
        if name.startswith(("chip-", "die-", "digger")) or name in {"locomotive", "raft"}
    ) | {"hex-dig", "hex-house", "hex-station", "hex-tunnel"}
    tie_titles: tuple[str, ...] = ()

    def about(self, components: str) -> str:
        """Return which parts of the board are published and which are a reconstruction."""
        return component_set(components).about

    def backdrop(self, components: str, seats: int) -> Html:
        """Return the background of the board."""
        return draw_ground(components, seats)

    def scene(
        self, position: Position, previous: Position | None, effects: Sequence[Effect], step: StepFacts
    ) -> Scene:
        """Return one step as pictures and text."""
        tr = step.translator
        context = None
        if step.event is not None and previous is not None:
            context = EventContext(tr, step.event, effects, position, previous, step.names)
        changes = find_changes(context) if context else NO_CHANGES
        mover = _mover(position, previous, step.event)
        panels = make_panels(position, previous, step, mover)
        table = (
            draw_board(tr, position, changes, mover),
            draw_die(tr, position, context),
            draw_counts(tr, position),
            draw_chips_left(tr, position),
        )
        drawings = [panel.drawing for panel in panels] + [piece.drawing for piece in table]
        return Scene(
            seq=step.seq,
            total=step.total,
            headline=_headline(context) if context else make_opening_headline(tr),
            changes=changes.lines,
            following=_following(position, step),
            panels=panels,
            table=table,
            round_text=tr.gettext("Turn {n}").format(n=(previous or position)["turn"] + 1),
            mover=mover,
            symbols=symbols_used(drawings) - {"board", "ground"},
        )

    def line(self, step: Step, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return an event as one sentence, with the placeholder ``PLAYER`` open if a seat acts."""
        return describe_event(
            EventContext(translator, step.event, step.effects, step.position, step.previous, names)
        )

    def story(self, steps: Iterable[Step], names: Sequence[str], translator: Translator = ENGLISH) -> Story:
        """Return the whole game as lines, from its steps in order."""
        return write_story(translator, steps, names)


def _headline(context: EventContext) -> Headline:
    position, previous = context.position, context.previous
    assert position is not None, "the step is shown"
    seat, gain = find_seat(context.event, previous), 0
    if seat is not None:
        gain = position["diggers"][seat]["points"] - previous["diggers"][seat]["points"]
    return make_headline(
        context.tr,
        seat,
        context.names,
        describe_for_headline(context),
        gain=gain,
        is_house_play=context.event.actor in previous["forfeits"],
    )


def _following(position: Position, step: StepFacts) -> str:
    """Return the sentence about the next event of the log, or in a game being played about the decision that is due."""
    if step.following is not None:
        return announce_event(EventContext(step.translator, step.following, (), None, position, step.names))
    if step.event is not None and step.event.kind in ("game_finished", "game_voided"):
        return ""
    return describe_due(step.translator, position)


def _mover(position: Position, previous: Position | None, event: Event | None) -> int | None:
    """Return the seat that a page brings forward: the one that acts, or else the one that decides next."""
    seat = find_seat(event, previous) if event is not None and previous is not None else None
    if seat is not None:
        return seat
    pending: int | None = position["pending"].get("seat")
    return position["actor"] if isinstance(position["actor"], int) else pending

"""The drawing of Goldgräber: scenes of single steps and the story of a whole game."""

from collections.abc import Iterable, Sequence

from engine.core import Effect, Event
from engine.rulesets.goldgraeber import component_set
from frontend.replay.drawing import Headline, Position, Scene, Step, StepFacts, Story
from frontend.replay.goldgraeber.board import board_piece
from frontend.replay.goldgraeber.changes import NO_CHANGES, step_changes
from frontend.replay.goldgraeber.ground import ground
from frontend.replay.goldgraeber.panels import seat_panels
from frontend.replay.goldgraeber.story import game_story
from frontend.replay.goldgraeber.table import counts_piece, die_piece, left_piece
from frontend.replay.goldgraeber.telling import Telling, acting_seat
from frontend.replay.goldgraeber.words import announced, due_words, headline_words, line_words
from frontend.replay.markup import Html
from frontend.replay.speech import points_words
from frontend.replay.symbols import symbol_names, symbols_used

__all__ = ["GoldgraeberDrawing"]


class GoldgraeberDrawing:
    """How ``goldgraeber@1`` looks and reads."""

    slug = "gold"
    title = "Goldgräber"
    stylesheet = "frontend/css/goldgraeber.css"
    symbols = frozenset(
        name
        for name in symbol_names()
        if name.startswith(("chip-", "die-", "digger")) or name in {"locomotive", "raft"}
    ) | {"hex-dig", "hex-house", "hex-station", "hex-tunnel"}
    tie_titles: tuple[str, ...] = ()

    def about(self, components: str) -> str:
        """Return what is published and what is reconstructed of the board."""
        return component_set(components).about

    def backdrop(self, components: str, seats: int) -> Html:
        """Return the board without anything that moves."""
        return ground(components, seats)

    def scene(
        self, position: Position, previous: Position | None, effects: Sequence[Effect], step: StepFacts
    ) -> Scene:
        """Return one step as pictures and words."""
        telling = None
        if step.event is not None and previous is not None:
            telling = Telling(step.event, effects, position, previous, step.names)
        changes = step_changes(telling) if telling else NO_CHANGES
        mover = _mover(position, previous, step.event)
        panels = seat_panels(position, previous, step, mover)
        table = (
            board_piece(position, changes, mover),
            die_piece(position, telling),
            counts_piece(position),
            left_piece(position),
        )
        drawings = [panel.drawing for panel in panels] + [piece.drawing for piece in table]
        return Scene(
            seq=step.seq,
            total=step.total,
            headline=_headline(telling),
            changes=changes.lines,
            following=_following(position, step),
            panels=panels,
            table=table,
            round_text=f"Turn {(previous or position)['turn'] + 1}",
            mover=mover,
            symbols=symbols_used(drawings) - {"board", "ground"},
        )

    def line(self, step: Step, names: Sequence[str]) -> str:
        """Return what an event did in one line, without the seat that did it."""
        return line_words(Telling(step.event, step.effects, step.position, step.previous, names))

    def story(self, steps: Iterable[Step], names: Sequence[str]) -> Story:
        """Return the whole game in lines, told from its steps in order."""
        return game_story(steps, names)


def _headline(telling: Telling | None) -> Headline:
    if telling is None or telling.position is None:
        return Headline(None, "", "Before the first event")
    says = headline_words(telling)
    seat = acting_seat(telling.event, telling.previous)
    if seat is None:
        return Headline(None, "", says)
    gain = telling.position["diggers"][seat]["points"] - telling.previous["diggers"][seat]["points"]
    says += f": {points_words(gain)}" if gain else ""
    says += " (house play)" if telling.event.actor >= 0 and seat in telling.previous["forfeits"] else ""
    return Headline(seat, telling.names[seat], says)


def _following(position: Position, step: StepFacts) -> str:
    """Return who does what next: as the log tells it, or for a game still being played what is due."""
    if step.following is not None:
        return announced(Telling(step.following, (), None, position, step.names))
    if step.event is not None and step.event.kind in ("game_finished", "game_voided"):
        return ""
    return due_words(position)


def _mover(position: Position, previous: Position | None, event: Event | None) -> int | None:
    """Return the seat a page brings forward: whom the event is about, else who decides next."""
    seat = acting_seat(event, previous) if event is not None and previous is not None else None
    if seat is not None:
        return seat
    pending: int | None = position["pending"].get("seat")
    return position["actor"] if isinstance(position["actor"], int) else pending

"""Story of a game of Moon River: one line per event under the heading of its turn, with the points so far."""

from collections.abc import Iterable, Mapping, Sequence

from engine.core import Event
from engine.rulesets.moon_river import Plot, component_set
from frontend.replay.drawing import Mark, Step, Story, letter, signed
from frontend.replay.moon_river.event_context import EventContext, find_seat
from frontend.replay.moon_river.rounds import name_turn
from frontend.replay.moon_river.sentences import describe_event, name_category
from frontend.replay.moon_river.vocabulary import name_partner_object
from frontend.replay.story import StoryBuilder
from frontend.replay.translation import Translator, add_details

__all__ = ["write_story"]


def write_story(tr: Translator, steps: Iterable[Step], names: Sequence[str]) -> Story:
    """Return a game's story from its steps in order."""
    writer = _StoryWriter(tr, names)
    for step in steps:
        writer.add(step)
    return writer.builder.story()


class _StoryWriter:
    """Adds one step after the other, and keeps the turn and round so far."""

    def __init__(self, tr: Translator, names: Sequence[str]) -> None:
        self.builder = StoryBuilder(names)
        self._tr = tr
        self._plots: Mapping[int, Plot] | None = None
        self._turn: tuple[int, int, int] | None = None
        self._round = 0

    def add(self, step: Step) -> None:
        """Add one step's line."""
        event = step.event
        if self._plots is None:
            # A game has one component set: read it once, since a look at a lazy position costs time.
            self._plots = component_set(step.position["components"]).plots
        self._begin_turn(step)
        context = EventContext(
            self._tr, event, step.effects, step.position, step.previous, self.builder.names, self._plots
        )
        seat = find_seat(event)
        gains = self.builder.add_points(step)
        others = [
            f"{letter(other)} {signed(gain)}" for other, gain in enumerate(gains) if gain and other != seat
        ]
        self.builder.add_line(
            step,
            seat,
            category=name_category(self._tr, event),
            text=add_details(self._tr, describe_event(context), others),
            gain=0 if seat is None else gains[seat],
            round_number=self._round,
        )
        if event.kind == "partner_recruited":
            self.builder.marks.append(_partner_mark(self._tr, event))
        for effect in step.effects:
            if effect.kind == "round_began":
                self._round = effect.data["round"]
                self.builder.rounds.append(event.seq)

    def _begin_turn(self, step: Step) -> None:
        """Note where a turn begins. The chance events between turns and each choice of the set-up are turns, too."""
        event = step.event
        turn = (step.turn, min(event.actor, 0), 0 if self._round else event.actor)
        if turn == self._turn:
            return
        self._turn = turn
        name = self.builder.names[event.actor] if event.actor >= 0 else ""
        self.builder.begin_turn(event.seq, name_turn(self._tr, event, self._round, name))


def _partner_mark(tr: Translator, event: Event) -> Mark:
    name = "cowboy" if event.data["side"] == "cowboy" else event.data["partner"]
    # Translators: {partner} is an object such as "a trapper"
    text = tr.gettext("{player} recruits {partner}").format(
        player=letter(event.actor), partner=name_partner_object(tr, name)
    )
    return Mark(event.seq, f"partner-{name}", text)

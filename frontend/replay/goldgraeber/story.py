"""Story of a game of Goldgräber: one line per event under the heading of its turn, with the points banked so far."""

from collections.abc import Iterable, Sequence

from engine.core import SYSTEM
from frontend.replay.drawing import Mark, Step, Story, letter
from frontend.replay.goldgraeber.chips import count_points
from frontend.replay.goldgraeber.event_context import EventContext, find_seat
from frontend.replay.goldgraeber.sentences import describe_event, name_category
from frontend.replay.story import StoryBuilder
from frontend.replay.translation import Translator

__all__ = ["write_story"]

#: The turn of the platform's events, which belong to no seat's turn.
_PLATFORM = -1


def write_story(tr: Translator, steps: Iterable[Step], names: Sequence[str]) -> Story:
    """Return a game's story from its steps in order."""
    writer = _StoryWriter(tr, names)
    for step in steps:
        writer.add(step)
    return writer.builder.story()


class _StoryWriter:
    """Adds one step after the other, and keeps the turn so far."""

    def __init__(self, tr: Translator, names: Sequence[str]) -> None:
        self.builder = StoryBuilder(names)
        self._tr = tr
        self._turn: int | None = None

    def add(self, step: Step) -> None:
        """Add one step's line."""
        event = step.event
        self._begin_turn(step)
        seat = find_seat(event, step.previous)
        context = EventContext(
            self._tr, event, step.effects, step.position, step.previous, self.builder.names
        )
        gains = self.builder.add_points(step)
        self.builder.add_line(
            step,
            seat,
            category=name_category(self._tr, event),
            text=describe_event(context),
            gain=0 if seat is None else gains[seat],
            round_number=len(self.builder.rounds),
        )
        if seat is not None:
            self.builder.marks += _marks(self._tr, step, letter(seat))

    def _begin_turn(self, step: Step) -> None:
        """Note where a turn begins, and a round with every turn of seat A."""
        turn = _PLATFORM if step.event.actor == SYSTEM else step.turn
        if turn == self._turn:
            return
        self._turn = turn
        names = self.builder.names
        if turn == _PLATFORM:
            heading = self._tr.gettext("The platform")
        else:
            heading = self._tr.gettext("Turn {n} · {name}").format(n=turn + 1, name=names[turn % len(names)])
            if turn % len(names) == 0:
                self.builder.rounds.append(step.event.seq)
        self.builder.begin_turn(step.event.seq, heading)


def _marks(tr: Translator, step: Step, seat: str) -> list[Mark]:
    """Return the picture of a fight, if the step decided one."""
    for effect in step.effects:
        if effect.kind == "robber_captured":
            text = tr.gettext("{seat} captures robber {strength}").format(
                seat=seat, strength=effect.data["strength"]
            )
            return [Mark(step.event.seq, "chip-robber", text)]
        if effect.kind == "robber_won":
            points = count_points(effect.data["lost"])
            text = tr.ngettext(
                "a robber takes {n} point of finds from {seat}",
                "a robber takes {n} points of finds from {seat}",
                points,
            ).format(n=points, seat=seat)
            return [Mark(step.event.seq, "chip-robber", text)]
        if effect.kind == "fight_won":
            text = tr.gettext("{winner} wins a fight with {loser}").format(
                winner=letter(effect.data["winner"]), loser=letter(effect.data["loser"])
            )
            return [Mark(step.event.seq, "digger", text)]
    return []

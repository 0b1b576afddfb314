"""The story of a game of Moon River: every event in a line, under its turn, with the points so far."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.core import Event
from engine.rulesets.moon_river import Plot, component_set
from frontend.replay.drawing import Line, Mark, Step, Story, letter
from frontend.replay.moon_river.speech import partner_words
from frontend.replay.moon_river.turns import turn_heading
from frontend.replay.moon_river.words import acting_seat, category

__all__ = ["game_story"]


#: How one step is told: from the step, the players' names and the plots by id.
LineWords = Callable[[Step, Sequence[str], Mapping[int, Plot]], str]


class _Teller:
    """Tells step after step, keeping what the next one needs: points, turn and round so far."""

    def __init__(self, names: Sequence[str], line: LineWords) -> None:
        self._names = names
        self._line = line
        self._plots: Mapping[int, Plot] | None = None
        self.lines: list[Line] = []
        self.points: list[list[int]] = [[0] for _ in names]
        self.rounds: list[int] = []
        self.turns: list[int] = []
        self.marks: list[Mark] = []
        self._turn: tuple[int, int, int] | None = None
        self._heading = ""
        self._round = 0

    def tell(self, step: Step) -> None:
        """Add one step's line."""
        event = step.event
        if self._plots is None:
            # the component set is the same all game: looked up once, since a look at a position costs
            self._plots = component_set(step.position["components"]).plots
        self._begin_turn(step)
        before = [points[-1] for points in self.points]
        for points, now in zip(self.points, step.points, strict=True):
            points.append(now)
        gain = step.points[event.actor] - before[event.actor] if event.actor >= 0 else 0
        self.lines.append(
            Line(
                seq=event.seq,
                seat=acting_seat(event),
                kind=event.kind,
                category=category(event),
                turn=self._heading,
                text=self._line(step, self._names, self._plots) + _others(before, step.points, event.actor),
                gain=gain,
                points=tuple(step.points),
                turn_number=len(self.turns),
                round_number=self._round,
            )
        )
        if event.kind == "partner_recruited":
            self.marks.append(_partner_mark(event))
        for effect in step.effects:
            if effect.kind == "round_began":
                self._round = effect.data["round"]
                self.rounds.append(event.seq)

    def _begin_turn(self, step: Step) -> None:
        """Note where a turn begins: what the box does between turns, and each choice of the set-up, are turns too."""
        event = step.event
        turn = (step.turn, min(event.actor, 0), 0 if self._round else event.actor)
        if turn == self._turn:
            return
        self._turn = turn
        self.turns.append(event.seq)
        name = self._names[event.actor] if event.actor >= 0 else ""
        self._heading = turn_heading(event, self._round, name)


def _others(before: Sequence[int], after: Sequence[int], actor: int) -> str:
    """Return what other seats won or lost by the step: `` (D −3)``."""
    said = []
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        if seat != actor and old != new:
            sign = "+" if new > old else "−"
            said.append(f"{letter(seat)} {sign}{abs(new - old)}")
    return f" ({', '.join(said)})" if said else ""


def _partner_mark(event: Event) -> Mark:
    is_cowboy = event.data["side"] == "cowboy"
    name = "cowboy" if is_cowboy else event.data["partner"]
    return Mark(event.seq, f"partner-{name}", f"{letter(event.actor)} recruits a {partner_words(name)}")


def game_story(steps: Iterable[Step], names: Sequence[str], line: LineWords) -> Story:
    """
    Return a game's story from its steps in order.

    Args:
        line: how one step is told.
    """
    teller = _Teller(names, line)
    for step in steps:
        teller.tell(step)
    return Story(
        names=tuple(names),
        lines=tuple(teller.lines),
        points=tuple(map(tuple, teller.points)),
        rounds=tuple(teller.rounds),
        turns=tuple(teller.turns),
        marks=tuple(teller.marks),
    )

"""The story of a game of Goldgräber: every event in a line, under its turn, with the points in the banks so far."""

from collections.abc import Iterable, Sequence

from engine.core import SYSTEM
from frontend.replay.drawing import Line, Mark, Step, Story, letter
from frontend.replay.goldgraeber.chips import hoard_points
from frontend.replay.goldgraeber.telling import Telling, acting_seat
from frontend.replay.goldgraeber.words import category, line_words

__all__ = ["game_story"]

#: The turn of what the platform adds, which belongs to no seat's turn.
_PLATFORM = -1


class _Teller:
    """Tells step after step, keeping what the next one needs: points and turn so far."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self.lines: list[Line] = []
        self.points: list[list[int]] = [[0] for _ in names]
        self.rounds: list[int] = []
        self.turns: list[int] = []
        self.marks: list[Mark] = []
        self._turn: int | None = None
        self._heading = ""

    def tell(self, step: Step) -> None:
        """Add one step's line."""
        event = step.event
        self._begin_turn(step)
        seat = acting_seat(event, step.previous)
        before = [points[-1] for points in self.points]
        for points, now in zip(self.points, step.points, strict=True):
            points.append(now)
        telling = Telling(event, step.effects, step.position, step.previous, self._names)
        self.lines.append(
            Line(
                seq=event.seq,
                seat=seat,
                kind=event.kind,
                category=category(event),
                turn=self._heading,
                text=line_words(telling),
                gain=0 if seat is None else step.points[seat] - before[seat],
                points=tuple(step.points),
                turn_number=len(self.turns),
                round_number=len(self.rounds),
            )
        )
        self.marks += _marks(step, seat)

    def _begin_turn(self, step: Step) -> None:
        """Note where a turn begins, and every time seat A's turn comes round."""
        turn = _PLATFORM if step.event.actor == SYSTEM else step.turn
        if turn == self._turn:
            return
        self._turn = turn
        self.turns.append(step.event.seq)
        if turn == _PLATFORM:
            self._heading = "The platform"
            return
        seat = turn % len(self._names)
        self._heading = f"Turn {turn + 1} · {self._names[seat]}"
        if seat == 0:
            self.rounds.append(step.event.seq)


def _marks(step: Step, seat: int | None) -> list[Mark]:
    """Return the picture of a fight that was decided, if one was."""
    if seat is None:
        return []
    who = letter(seat)
    for effect in step.effects:
        if effect.kind == "robber_captured":
            return [Mark(step.event.seq, "chip-robber", f"{who} captures robber {effect.data['strength']}")]
        if effect.kind == "robber_won":
            points = hoard_points(effect.data["lost"])
            return [
                Mark(step.event.seq, "chip-robber", f"a robber takes {points} points of finds from {who}")
            ]
        if effect.kind == "fight_won":
            winner, loser = letter(effect.data["winner"]), letter(effect.data["loser"])
            return [Mark(step.event.seq, "digger", f"{winner} wins a fight with {loser}")]
    return []


def game_story(steps: Iterable[Step], names: Sequence[str]) -> Story:
    """Return a game's story from its steps in order."""
    teller = _Teller(names)
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

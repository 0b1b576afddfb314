"""Builder of a game's story: lines under the headings of their turns, and the points after every step."""

from collections.abc import Sequence

from frontend.replay.drawing import Line, Mark, Step, Story

__all__ = ["StoryBuilder"]


class StoryBuilder:
    """Collects the lines of a game step by step. A ruleset's story decides where turns and rounds begin."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.rounds: list[int] = []
        self.marks: list[Mark] = []
        self._lines: list[Line] = []
        self._points: list[list[int]] = [[0] for _ in names]
        self._turns: list[int] = []
        self._heading = ""

    def begin_turn(self, seq: int, heading: str) -> None:
        """Begin a turn with the event ``seq``."""
        self._turns.append(seq)
        self._heading = heading

    def add_points(self, step: Step) -> list[int]:
        """Add the points of a step, before its line, and return what each seat won or lost."""
        gains = [now - points[-1] for points, now in zip(self._points, step.points, strict=True)]
        for points, now in zip(self._points, step.points, strict=True):
            points.append(now)
        return gains

    def add_line(
        self, step: Step, seat: int | None, *, category: str, text: str, gain: int, round_number: int
    ) -> None:
        """Add the line of a step."""
        self._lines.append(
            Line(
                seq=step.event.seq,
                seat=seat,
                kind=step.event.kind,
                category=category,
                turn=self._heading,
                text=text,
                gain=gain,
                points=tuple(step.points),
                turn_number=len(self._turns),
                round_number=round_number,
            )
        )

    def story(self) -> Story:
        """Return the story of the steps added so far."""
        return Story(
            names=self.names,
            lines=tuple(self._lines),
            points=tuple(map(tuple, self._points)),
            rounds=tuple(self.rounds),
            turns=tuple(self._turns),
            marks=tuple(self.marks),
        )

"""
What every drawing of a game answers: scenes of single steps, and the story of the whole game in lines.

A drawing is given observations (``State.observation``, ``position`` below: a spectator's, or once the game is over
the one of a seat whose eyes one looks through), events and effects, and
returns words (plain ``str``: templates escape them, they may hold players' names) and drawings (``Html``:
ready markup, escaped where needed, no inline styles or scripts). It never asks the engine for a rule.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core import Effect, Event
from frontend.replay.markup import Html

__all__ = [
    "Change",
    "Chip",
    "Drawing",
    "Headline",
    "Line",
    "Mark",
    "Panel",
    "Part",
    "Position",
    "Scene",
    "Step",
    "StepFacts",
    "Story",
    "TablePiece",
    "letter",
    "signed",
]

#: An observation of a state by a spectator, or by a seat.
Position = Mapping[str, Any]


def letter(seat: int) -> str:
    """Return the letter by which pages name a seat: A for seat 0."""
    return "ABCDEF"[seat]


def signed(points: int) -> str:
    """Return a change of points for people: ``+7``, ``−2``, nothing for 0."""
    if points == 0:
        return ""
    return f"+{points}" if points > 0 else f"−{-points}"


@dataclass(frozen=True, slots=True)
class StepFacts:
    """
    What a page knows about a step beside the two positions.

    Args:
        seq: the step shown: 0 is the position before the first event, n the position after event n.
        total: number of events of the game so far.
        event: the event that led here; None at step 0. One that is hidden from the viewer has empty data.
        following: the next event of the log, if there is one: the scene then says what comes.
        names: the player of each seat, as typed by its owner.
        notes: per seat a short remark for the panel's second line (thinking time ...), or none.
    """

    seq: int
    total: int
    event: Event | None
    names: Sequence[str]
    following: Event | None = None
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Headline:
    """
    One step in a sentence. ``str()`` names the seat by its letter; beside a badge use ``named``.

    ``seat`` and ``subject`` (the player's name) are None and empty where no seat acts.
    """

    seat: int | None
    subject: str
    says: str

    @property
    def letter(self) -> str:
        return "" if self.seat is None else letter(self.seat)

    @property
    def named(self) -> str:
        return f"{self.subject} {self.says}" if self.seat is not None else self.says

    def __str__(self) -> str:
        return f"{self.letter} {self.says}" if self.seat is not None else self.says


@dataclass(frozen=True, slots=True)
class Change:
    """One thing a step changed: ``farm 3×3 →`` **4×4** ``+7``. ``mark`` is the number of its disc on the board."""

    text: str
    result: str = ""
    gain: int = 0
    mark: int | None = None

    @property
    def gain_text(self) -> str:
        return signed(self.gain)

    def __str__(self) -> str:
        return " ".join(part for part in (self.text, self.result, self.gain_text) if part)


@dataclass(frozen=True, slots=True)
class Part:
    """Points of one part of a score, e.g. territories."""

    name: str
    title: str
    points: int
    gain: int = 0

    @property
    def gain_text(self) -> str:
        return signed(self.gain)


@dataclass(frozen=True, slots=True)
class Chip:
    """A small counter under a drawing: a symbol and a short text, e.g. the farm symbol and ``4×4``."""

    symbol: str
    name: str
    text: str
    points: int = 0
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """
    All a page shows of one seat.

    Args:
        facts: remarks for the second line, e.g. ``Calamity``, ``to move``, ``storage full: must place``.
        drawing: the seat's own drawing (a ranch); empty where all is on the common board.
        listing: the same as a table for screen readers.
        ratio: width / height of the drawing; a page may lay out tall drawings (below 0.6) differently.
        unit: what the score counts: ``points``.
        no_chips: what stands in place of counters where there are none; nothing without them in this game.
        has_changed: the step changed something of this seat.
    """

    seat: int
    player: str
    score: int
    gain: int
    is_mover: bool
    is_due: bool
    has_forfeited: bool
    has_changed: bool
    facts: tuple[str, ...]
    drawing: Html
    listing: Html
    parts: tuple[Part, ...]
    chips: tuple[Chip, ...]
    place: int | None = None
    ratio: float = 1.0
    unit: str = "points"
    no_chips: str = ""

    @property
    def letter(self) -> str:
        return letter(self.seat)

    @property
    def css(self) -> str:
        """The class that gives a seat its colour and pattern: ``seat-a``."""
        return f"seat-{letter(self.seat).lower()}"

    @property
    def gain_text(self) -> str:
        return signed(self.gain)


@dataclass(frozen=True, slots=True)
class TablePiece:
    """
    One thing on the table that belongs to no seat: a column, the saloon, the supply, a board.

    ``drawing`` is one ``svg`` element, a paragraph of class ``supply``, or what the game's stylesheet knows.
    """

    key: str
    title: str
    note: str
    drawing: Html


@dataclass(frozen=True, slots=True)
class Scene:
    """
    One step, ready for the page.

    Args:
        headline: the step in a sentence, points included.
        changes: what it changed, in numbered lines that match discs on the drawings.
        following: who does what next, as a sentence: ``Next: C recruits a cattle thief at b4``.
        panels: one per seat, in seat order.
        table: what stands on the table, in the order of play.
        round_text: ``Round 18 of 24``.
        mover: the seat whose event it is, or whose turn it is after a chance event.
        symbols: names of the sprite's symbols used by panels and table (chips included).
    """

    seq: int
    total: int
    headline: Headline
    changes: tuple[Change, ...]
    following: str
    panels: tuple[Panel, ...]
    table: tuple[TablePiece, ...]
    round_text: str
    mover: int | None
    symbols: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Line:
    """
    One event in the list of events.

    Args:
        turn: the heading the line stands under: ``Round 18 · turn of coyote 1.4``, ``Round 17 · the box``.
        text: what happened and changed, without the seat: ``recruits a trapper at b5``.
        gain: points won or lost by the seat that acted.
        points: every seat's points after the event.
        turn_number, round_number: for stepping by turn and by round.
        category: ``dominoes``, ``partners``, ``cows``, ``choices``, ``box`` or ``system``, for a filter.
    """

    seq: int
    seat: int | None
    kind: str
    category: str
    turn: str
    text: str
    gain: int
    points: tuple[int, ...]
    turn_number: int
    round_number: int

    @property
    def letter(self) -> str:
        return "" if self.seat is None else letter(self.seat)

    @property
    def gain_text(self) -> str:
        return signed(self.gain)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something worth a small picture under the slider: a partner recruited at this step."""

    seq: int
    symbol: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """
    One event with what followed from it, for telling the story of a game.

    Args:
        points: each seat's points after the event.
        turn: how many turns had ended before the event (``State.turn``).
        position: the observation after the event, ``previous`` the one before it. Both may be lazy
            (``engine.core.ruleset.Observation``): most lines need neither.
    """

    event: Event
    effects: Sequence[Effect]
    points: Sequence[int]
    turn: int
    position: Position
    previous: Position


@dataclass(frozen=True, slots=True)
class Story:
    """
    A game as a list of lines, with the points of every seat after every step: data of charts and slider.

    Args:
        points: per seat, the points at step 0, 1 ... total.
        rounds: the steps at which rounds begin, in order; ``rounds[0]`` is the first round's.
        turns: the steps at which turns begin.
        marks: small pictures for the slider's track.
    """

    names: tuple[str, ...]
    lines: tuple[Line, ...]
    points: tuple[tuple[int, ...], ...]
    rounds: tuple[int, ...]
    turns: tuple[int, ...]
    marks: tuple[Mark, ...]

    @property
    def total(self) -> int:
        return len(self.lines)


class Drawing(Protocol):
    """How one ruleset looks and reads."""

    #: Short name: the class a page gives the viewer's element, for the look of this game only.
    slug: str
    title: str
    #: The static file with the look of this game alone; empty where the viewer's own does.
    stylesheet: str
    #: Every symbol of the sprite that a scene or a mark may use: a page that steps on needs them all.
    symbols: frozenset[str]
    #: What tells equal scores apart, in order and in words: ``largest territory``.
    tie_titles: tuple[str, ...]

    def about(self, components: str) -> str:
        """Return what a component set says of itself: what of it is published, what a reconstruction."""
        ...

    def backdrop(self, components: str, seats: int) -> Html:
        """
        Return what every scene of a game shows and none changes, as markup that a page carries once, hidden:
        scenes refer to it by ``use``.
        """
        ...

    def scene(
        self, position: Position, previous: Position | None, effects: Sequence[Effect], step: StepFacts
    ) -> Scene:
        """
        Return one step as pictures and words.

        Args:
            position: the observation after the step's event.
            previous: the observation before it; None at step 0.
            effects: what the event changed.
        """
        ...

    def line(self, step: Step, names: Sequence[str]) -> str:
        """Return what an event did in one line, without the seat that did it."""
        ...

    def story(self, steps: Iterable[Step], names: Sequence[str]) -> Story:
        """Return the whole game in lines, told from its steps in order."""
        ...

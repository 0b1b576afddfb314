"""
Interface of a game's drawing, and the types it returns: scenes of single steps, and the story of a whole game.

A drawing receives observations (``State.observation``, ``position`` below: a spectator's, or once the game is over
that of the seat whose view is shown), events and effects. It returns text (plain ``str``: templates escape it, it may
hold players' names) and markup (``Html``: escaped where needed, no inline styles or scripts). It asks the engine for
no rule.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core import Effect, Event
from frontend.replay.markup import Html, escaped
from frontend.replay.translation import ENGLISH, PLAYER, RESULT, Translator, fill

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
    "seat_badge",
    "signed",
]

#: An observation of a state by a spectator, or by a seat.
Position = Mapping[str, Any]


def letter(seat: int) -> str:
    """Return the letter by which pages name a seat: A for seat 0."""
    return "ABCDEF"[seat]


def seat_badge(seat: int) -> Html:
    """Return a seat's letter in its colour and pattern."""
    return Html(f'<b class="seat seat-{letter(seat).lower()}">{letter(seat)}</b>')


def signed(points: int) -> str:
    """Return a change of points with its sign: ``+7``, ``−2``, nothing for 0."""
    if points == 0:
        return ""
    return f"+{points}" if points > 0 else f"−{-points}"


@dataclass(frozen=True, slots=True)
class StepFacts:
    """
    What a page knows about a step in addition to the two positions.

    Args:
        seq: the step shown: 0 is the position before the first event, n the position after event n.
        total: number of events of the game so far.
        event: the event that led here; None at step 0. An event that is hidden from the viewer has empty data.
        following: the next event of the log, if there is one: the scene then announces it.
        names: the player of each seat, as typed by its owner.
        notes: per seat a short remark for the panel's second line (thinking time ...), or none.
        translator: translates the text of the scene.
    """

    seq: int
    total: int
    event: Event | None
    names: Sequence[str]
    following: Event | None = None
    notes: Sequence[str] = ()
    translator: Translator = ENGLISH


@dataclass(frozen=True, slots=True)
class Headline:
    """
    One step in a sentence; ``str()`` names the seat by its letter.

    Args:
        seat: the acting seat, None where no seat acts.
        player: the name of its player, empty where no seat acts.
        text: the sentence, with the placeholder ``PLAYER`` open if a seat acts.
    """

    seat: int | None
    player: str
    text: str

    @property
    def letter(self) -> str:
        return "" if self.seat is None else letter(self.seat)

    @property
    def named(self) -> str:
        """The sentence with the player's name."""
        return self.text if self.seat is None else fill(self.text, PLAYER, self.player)

    @property
    def markup(self) -> Html:
        """The sentence with the seat's badge and the player's name."""
        if self.seat is None:
            return Html(escaped(self.text))
        return Html(fill(escaped(self.text), PLAYER, f"{seat_badge(self.seat)} {escaped(self.player)}"))

    def __str__(self) -> str:
        return self.text if self.seat is None else fill(self.text, PLAYER, self.letter)


@dataclass(frozen=True, slots=True)
class Change:
    """
    One thing that a step changed: ``farm 3×3 →`` **4×4** ``+7``.

    Args:
        text: the change, with the placeholder ``RESULT`` open if there is a new value to emphasise.
        result: the new value.
        mark: the number of its disc on the board.
    """

    text: str
    result: str = ""
    gain: int = 0
    mark: int | None = None

    @property
    def gain_text(self) -> str:
        return signed(self.gain)

    @property
    def plain(self) -> str:
        """The change as text, without its gain."""
        return fill(self.text, RESULT, self.result)

    @property
    def markup(self) -> Html:
        """The change as markup with its new value emphasised, without its gain."""
        return Html(fill(escaped(self.text), RESULT, f"<b>{escaped(self.result)}</b>"))

    def __str__(self) -> str:
        return f"{self.plain} {self.gain_text}".rstrip()


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
        facts: remarks for the second line, e.g. ``Calamity``, ``to move``, ``must place``.
        drawing: the seat's own drawing (a ranch); empty where everything is on the common board.
        listing: the same as a table for screen readers.
        ratio: width / height of the drawing; a page may lay out tall drawings (below 0.6) differently.
        unit: the noun after the score: ``points``.
        no_chips: text in place of the counters while there are none; empty for a game without counters.
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

    ``drawing`` is one ``svg`` element, a paragraph of class ``supply``, or markup of the game's own stylesheet.
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
        changes: its changes, as numbered lines that match discs on the drawings.
        following: the next event or decision as a sentence: ``Next: C recruits a cattle thief at b4``.
        panels: one per seat, in seat order.
        table: the things on the table, in the order of play.
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
        turn: the heading above the line: ``Round 18 · turn of coyote 1.4``, ``Round 17 · the box``.
        text: the event and its changes as a sentence, with the placeholder ``PLAYER`` open if a seat acts:
            ``{player} recruits a trapper at b5``.
        gain: points won or lost by the seat that acted.
        points: every seat's points after the event.
        turn_number, round_number: for stepping by turn and by round.
        category: the kind of event in a word, for a filter: ``dominoes``, ``partners``, ``box``.
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

    @property
    def markup(self) -> Html:
        """The sentence with the seat's badge."""
        text = escaped(self.text)
        return Html(text if self.seat is None else fill(text, PLAYER, seat_badge(self.seat)))

    def __str__(self) -> str:
        return self.text if self.seat is None else fill(self.text, PLAYER, self.letter)


@dataclass(frozen=True, slots=True)
class Mark:
    """A step with a small picture under the slider, e.g. a partner recruited at this step."""

    seq: int
    symbol: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """
    One event with its effects, for the story of a game.

    Args:
        points: each seat's points after the event.
        turn: how many turns had ended before the event (``State.turn``).
        position: the observation after the event, ``previous`` the one before it. Both may be lazy
            (``engine.core.ruleset.Observation``), since most lines need neither.
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
    A game as a list of lines, with the points of every seat after every step for charts and slider.

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

    #: Short name: the class of the viewer's element, for the look of this game only.
    slug: str
    #: The static file with the look of this game alone; empty if it needs none.
    stylesheet: str
    #: Every symbol of the sprite that a scene or a mark may use: a page that steps on needs them all.
    symbols: frozenset[str]
    #: Titles of the tie-breaks in order, marked for translation: ``largest territory``.
    tie_titles: tuple[str, ...]

    def about(self, components: str) -> str:
        """Return the component set's description: which parts are published, which are a reconstruction."""
        ...

    def backdrop(self, components: str, seats: int) -> Html:
        """
        Return the part of the picture that is the same in every scene of a game.

        A page carries it once, hidden; scenes refer to it by ``use``.
        """
        ...

    def scene(
        self, position: Position, previous: Position | None, effects: Sequence[Effect], step: StepFacts
    ) -> Scene:
        """
        Return one step as pictures and text.

        Args:
            position: the observation after the step's event.
            previous: the observation before it; None at step 0.
            effects: the effects of the event.
        """
        ...

    def line(self, step: Step, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return an event as one sentence, with the placeholder ``PLAYER`` open if a seat acts."""
        ...

    def story(self, steps: Iterable[Step], names: Sequence[str], translator: Translator = ENGLISH) -> Story:
        """Return the whole game as lines, from its steps in order."""
        ...

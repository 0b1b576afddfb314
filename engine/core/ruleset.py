"""
The contract of a ruleset: the rules of one board game at one version, and one position of it.

Three nouns, three types: a *ruleset* (the rules), a *state* (one position), a *record* (one play-through).
Inside the engine a step is an ``Action``: one int that encodes its kind and data, cheap to list, compare and
apply; ``Ruleset.decode`` and ``Ruleset.encode`` translate to and from the kind and data of an event. A
seat's action, once accepted, *is* the event, and so is a chance outcome.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeVar

from engine.core.dealer import Dealer
from engine.core.errors import InvalidOptions, UnknownRuleset, UnreadableRecord
from engine.core.events import canonical
from engine.core.outcome import Outcome
from engine.core.prng import Generator
from engine.core.strict_json import read_object

__all__ = ["Action", "Effect", "Observation", "Ruleset", "State"]

#: A step of a game (a seat's decision or a chance outcome), encoded as one int by its ruleset.
Action = int


@dataclass(frozen=True, slots=True)
class Effect:
    """
    A derived fact for viewers: what one step changed. Never logged, never an input of the rules.

    ``kind`` is one of the ruleset's documented effect kinds; ``seat`` the seat concerned, if one; ``data``
    plain JSON values.
    """

    kind: str
    seat: int | None
    data: Mapping[str, Any] = field(default_factory=dict)


class State(ABC):
    """
    One position of a game: everything its rules need, changed only by ``apply`` and ``forfeit``.

    ``check`` judges and refuses with a reason; ``apply`` changes and never judges.
    """

    __slots__ = ()

    #: Number of seats.
    seats: int
    #: Who decides next: a seat, ``CHANCE``, or None when the rules have ended the game.
    actor: int | None
    #: Number of turns ended so far; a step that raises it, or ends the game, ends a turn.
    turn: int
    #: Forfeited seats, in the order in which they forfeited.
    forfeits: tuple[int, ...]

    @abstractmethod
    def legal_actions(self) -> list[Action]:
        """Return every legal action of the seat to decide, in canonical order; call only while a seat decides."""

    @abstractmethod
    def check(self, action: Action) -> None:
        """
        Judge a step of the actor who decides next (a seat's decision or a chance outcome).

        Raises:
            IllegalAction: with the code of the first rule it breaks. A chance outcome is judged only by
                what is possible (right numbers, nothing more often than it exists).
        """

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Change the state by a step that ``check`` accepts (or would accept)."""

    @abstractmethod
    def deal(self, dealer: Dealer) -> Action:
        """Return the chance outcome that the dealer's seed dictates here; call only while chance decides."""

    @abstractmethod
    def draw(self, rng: Generator) -> Action:
        """
        Return a possible chance outcome with its true probability given what has happened.

        Search asks for it, and so does the seed of a fork: which outcome a generator leads to is part of the
        ruleset's version.
        """

    @abstractmethod
    def observation(self, seat: int | None) -> dict[str, Any]:
        """
        Return what that seat, or a spectator (None), may know: plain JSON values (None allowed), new objects.

        It holds all a player or a picture needs, public history included as far as it matters; its keys are
        documented by the ruleset. When the game is over everything is shown.
        """

    @abstractmethod
    def points(self) -> list[int]:
        """Return each seat's score if the game ended now."""

    def prospects(self) -> Sequence[float]:
        """
        Return the points each seat may hope for, for search that does not look to the end: by default its score.

        A ruleset whose points come late says here what a position promises, by what everybody knows.
        """
        return self.points()

    @abstractmethod
    def outcome(self) -> Outcome:
        """Return the result of the position: completed if ``actor`` is None, else as it would be abandoned here."""

    @abstractmethod
    def clone(self) -> Self:
        """Return an independent copy."""

    @abstractmethod
    def digest(self) -> bytes:
        """Return 32 bytes that tell this state from every other: SHA-256 over all that the rules depend on."""

    @abstractmethod
    def forfeit(self, seat: int) -> None:
        """Add the seat to ``forfeits``; from then on the house plays it."""


S = TypeVar("S", bound=State)


class Ruleset(ABC, Generic[S]):
    """The rules of one board game at one version. Stateless; one instance is registered per key."""

    #: ``slug@version``; a change of any stored game's outcome needs a new version.
    key: ClassVar[str]
    #: Name for people.
    title: ClassVar[str]
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    #: Event kinds made by seats, and by chance, in the order of the record format.
    seat_kinds: ClassVar[tuple[str, ...]]
    chance_kinds: ClassVar[tuple[str, ...]]
    #: Chance kinds that are hidden until the game is over, but from the seat that ``find_viewer`` names.
    private_kinds: ClassVar[frozenset[str]] = frozenset()
    #: Every code ``check`` raises beyond the core's, with its sentence.
    codes: ClassVar[Mapping[str, str]]
    #: Effect kinds, with what their data holds.
    effect_kinds: ClassVar[Mapping[str, str]]
    #: Ids of the component sets, the default one first.
    component_sets: ClassVar[tuple[str, ...]]

    @abstractmethod
    def option_schema(self) -> dict[str, Any]:
        """Return a JSON Schema (2020-12) of the options, with titles, descriptions and defaults."""

    @abstractmethod
    def complete_options(self, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """
        Return the options with every default written out.

        Raises:
            InvalidOptions: with ``field`` and ``expected`` in its details.
        """

    @abstractmethod
    def create_state(self, options: Mapping[str, Any], seats: int, components: str) -> S:
        """Return the position before the first event; ``options`` as returned by ``options``."""

    @abstractmethod
    def encode(self, kind: str, data: Mapping[str, Any]) -> Action:
        """
        Return the action of an event of a seat or of chance.

        Raises:
            MalformedEvent: unknown kind, wrong keys, wrong types, or numbers no position could have.
        """

    @abstractmethod
    def decode(self, action: Action) -> tuple[str, dict[str, Any]]:
        """Return the kind and data of an action's event."""

    @abstractmethod
    def sample(self, observation: Mapping[str, Any], rng: Generator) -> S:
        """Return a state that agrees with the observation; what it does not tell is drawn at random."""

    @abstractmethod
    def derive_effects(self, before: S, action: Action, after: S) -> list[Effect]:
        """Return what the action changed between the two positions, in the order of the rules."""

    def find_viewer(self, before: S, action: Action) -> int | None:
        """
        Return the seat that alone may see a step of a private kind until the game is over; None: no seat may.

        Asked for kinds in ``private_kinds`` only: everybody sees the others. ``before`` is the position in which
        the step is taken.
        """
        return None

    def write(self, action: Action) -> tuple[str, str]:
        """Return an action's kind and its data as canonical JSON text; may be overridden for speed."""
        kind, data = self.decode(action)
        return kind, canonical(data).decode()

    def read(self, kind: str, payload: str) -> Action:
        """
        Return the action of a stored event, whose payload must be canonical; may be overridden for speed.

        Raises:
            UnreadableRecord: the payload is not JSON of the format, or not canonical.
            MalformedEvent: as ``encode``.
        """
        action = self.encode(kind, read_object(payload.encode()))
        if self.write(action)[1] != payload:
            raise UnreadableRecord("not_canonical", expected=self.write(action)[1])
        return action

    def check_table(self, seats: int, components: str) -> None:
        """
        Refuse a seat count or component set the ruleset does not have.

        Raises:
            InvalidOptions: code ``wrong_seat_count``.
            UnknownRuleset: code ``unknown_components``.
        """
        if not self.min_seats <= seats <= self.max_seats:
            expected = [self.min_seats, self.max_seats]
            raise InvalidOptions("wrong_seat_count", field="seats", seats=seats, expected=expected)
        if components not in self.component_sets:
            expected_sets = list(self.component_sets)
            raise UnknownRuleset("unknown_components", field="components", expected=expected_sets)


class Observation(Mapping[str, Any]):
    """
    A state's observation, made when it is first looked at: a bot that never looks costs nothing.

    It shows the state as it is while the bot decides; a bot that wants to keep it copies it with ``dict()``.
    """

    __slots__ = ("_content", "_make")

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make
        self._content: dict[str, Any] | None = None

    def _look(self) -> dict[str, Any]:
        if self._content is None:
            self._content = self._make()
        return self._content

    def __getitem__(self, key: str) -> Any:
        return self._look()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._look())

    def __len__(self) -> int:
        return len(self._look())

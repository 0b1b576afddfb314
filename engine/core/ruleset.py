"""
The contract of a ruleset: abstract base classes for the rules of a board game and for one of its positions.

Three nouns, three types: a *ruleset* (the rules), a *state* (one position), a *record* (one play-through).
Inside the engine a step is an ``Action``: one int that encodes its kind and data and is cheap to list, compare
and apply. ``Ruleset.decode`` and ``Ruleset.encode`` translate to and from the kind and data of an event. An
accepted action of a seat *is* the event, and so is a chance outcome.
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
    One change that a step made, derived for viewers. It is never logged and never an input of the rules.

    ``kind`` is one of the ruleset's documented effect kinds, ``seat`` is the seat concerned (None: no seat), and
    ``data`` holds plain JSON values.
    """

    kind: str
    seat: int | None
    data: Mapping[str, Any] = field(default_factory=dict)


class State(ABC):
    """
    One position of a game: everything its rules need. Only ``apply`` and ``forfeit`` change it.

    ``check`` validates a step and never changes the state; ``apply`` changes the state and never validates.
    """

    __slots__ = ()

    #: Number of seats.
    seats: int
    #: The actor that decides next: a seat, ``CHANCE``, or None when the rules have ended the game.
    actor: int | None
    #: Number of turns ended so far. A step ends a turn if it raises this number or ends the game.
    turn: int
    #: Forfeited seats, in the order in which they forfeited.
    forfeits: tuple[int, ...]

    @abstractmethod
    def legal_actions(self) -> list[Action]:
        """Return all legal actions of the seat that decides, in canonical order; call only while a seat decides."""

    @abstractmethod
    def check(self, action: Action) -> None:
        """
        Validate a step of the actor that decides next (a seat's decision or a chance outcome).

        Raises:
            IllegalAction: with the code of the first broken rule. A chance outcome is only checked for being
                possible: the right number of items, and no item more often than it exists.
        """

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Change the state by a step that ``check`` accepts; it is not checked again."""

    @abstractmethod
    def deal(self, dealer: Dealer) -> Action:
        """Return the chance outcome that follows from the dealer's seed; call only while chance decides."""

    @abstractmethod
    def draw(self, rng: Generator) -> Action:
        """
        Sample a chance outcome from its true distribution, given the steps so far.

        Search bots call it, and so does the chance of a fork with a new seed. The outcome that a generator leads
        to is therefore part of the ruleset's version.
        """

    @abstractmethod
    def observation(self, seat: int | None) -> dict[str, Any]:
        """
        Return the information set of a seat or a spectator (None): new objects of plain JSON values, None allowed.

        It holds everything that a player or a drawing needs, including the public history that still matters. The
        ruleset documents its keys. After the end of the game it hides nothing.
        """

    @abstractmethod
    def points(self) -> list[int]:
        """Return the score of each seat if the game ended now."""

    def prospects(self) -> Sequence[float]:
        """
        Return a heuristic evaluation in points for each seat, for search of limited depth: by default its score.

        A ruleset whose points come late estimates here the final scores, from public information only.
        """
        return self.points()

    @abstractmethod
    def outcome(self) -> Outcome:
        """Return the result of the position: completed if ``actor`` is None, else as if the game were abandoned now."""

    @abstractmethod
    def clone(self) -> Self:
        """Return an independent copy."""

    @abstractmethod
    def digest(self) -> bytes:
        """Return the SHA-256 (32 bytes) over everything that the rules depend on: different states differ in it."""

    @abstractmethod
    def forfeit(self, seat: int) -> None:
        """Add a seat to ``forfeits``; the house plays it from then on."""


S = TypeVar("S", bound=State)


class Ruleset(ABC, Generic[S]):
    """The rules of one board game at one version. Stateless; one instance is registered per key."""

    #: ``slug@version``. A change that alters the outcome of any stored game needs a new version.
    key: ClassVar[str]
    #: Display name.
    title: ClassVar[str]
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    #: Event kinds made by seats, and by chance, in the order of the record format.
    seat_kinds: ClassVar[tuple[str, ...]]
    chance_kinds: ClassVar[tuple[str, ...]]
    #: Chance kinds that are hidden from all viewers except ``find_viewer`` until the game is over.
    private_kinds: ClassVar[frozenset[str]] = frozenset()
    #: Sentence for each code that ``check`` raises in addition to the core's.
    codes: ClassVar[Mapping[str, str]]
    #: Description of the data of each effect kind.
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
            InvalidOptions: the options do not fit; the details hold ``field`` and ``expected``.
        """

    @abstractmethod
    def create_state(self, options: Mapping[str, Any], seats: int, components: str) -> S:
        """Return the position before the first event; the options are as ``complete_options`` returns them."""

    @abstractmethod
    def encode(self, kind: str, data: Mapping[str, Any]) -> Action:
        """
        Return the action of an event of a seat or of chance.

        Raises:
            MalformedEvent: unknown kind, wrong keys, wrong types, or numbers that are impossible in any position.
        """

    @abstractmethod
    def decode(self, action: Action) -> tuple[str, dict[str, Any]]:
        """Return the kind and data of an action's event."""

    @abstractmethod
    def sample(self, observation: Mapping[str, Any], rng: Generator) -> S:
        """Sample a state that agrees with the observation (determinization): hidden facts are drawn at random."""

    @abstractmethod
    def derive_effects(self, before: S, action: Action, after: S) -> list[Effect]:
        """Return the changes that the action made between the two positions, in the order of the rules."""

    def find_viewer(self, before: S, action: Action) -> int | None:
        """
        Return the only seat that may see a step of a private kind before the game is over, or None for no seat.

        It is called for the kinds in ``private_kinds`` only; all viewers see the others. ``before`` is the position
        in which the step is made.
        """
        return None

    def write(self, action: Action) -> tuple[str, str]:
        """Serialize an action to its kind and its data as canonical JSON text; may be overridden for speed."""
        kind, data = self.decode(action)
        return kind, canonical(data).decode()

    def read(self, kind: str, payload: str) -> Action:
        """
        Parse the action of a stored event, whose payload must be canonical; may be overridden for speed.

        Raises:
            UnreadableRecord: the payload is not JSON of the record format, or not canonical.
            MalformedEvent: as ``encode``.
        """
        action = self.encode(kind, read_object(payload.encode()))
        if self.write(action)[1] != payload:
            raise UnreadableRecord("not_canonical", expected=self.write(action)[1])
        return action

    def check_table(self, seats: int, components: str) -> None:
        """
        Validate a number of seats and a component set.

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
    Lazy mapping over a state's observation: it is computed on first access, so an unused one costs nothing.

    It shows the state at the time of the decision. To keep it longer, copy it with ``dict()``.
    """

    __slots__ = ("_content", "_make")

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make
        self._content: dict[str, Any] | None = None

    def _load(self) -> dict[str, Any]:
        if self._content is None:
            self._content = self._make()
        return self._content

    def __getitem__(self, key: str) -> Any:
        return self._load()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load())

    def __len__(self) -> int:
        return len(self._load())

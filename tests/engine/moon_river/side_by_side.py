"""One game played by the engine and the naive reference in parallel, compared at every step."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core import CHANCE, Action, ForfeitReason, Generator, LoggedEvent, Playthrough, Status
from engine.testing.driving import log_step, make_driver
from tests.engine.builders import header_for
from tests.engine.policies import Choice, pick
from tests.engine.reference.naive_dealer import NaiveMoonRiverDealer
from tests.engine.reference.naive_moon_river import NaiveGame


@dataclass
class SideBySide:
    """A game in both implementations; ``step`` plays one step in both and asserts that they agree before and after."""

    seats: int
    options: dict[str, Any]
    seed: bytes
    policy: str
    play: Playthrough = field(init=False)
    naive: NaiveGame = field(init=False)
    log: list[LoggedEvent] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.play = Playthrough(header_for(self.seats, self.options, seed=self.seed))
        self.naive = NaiveGame(self.seats, self.options)
        self.driver = make_driver(self.play, self._choose, seed=self.seed)
        self.naive_dealer = NaiveMoonRiverDealer(self.seed, self.seats)
        self.rng = Generator(int.from_bytes(self.seed[-8:]))

    def run(self, *, forfeits: bool = False) -> None:
        """Play to the end; with ``forfeits``, some seats forfeit."""
        while self.play.status is Status.PLAYING:
            if forfeits and self.play.due != CHANCE and self.rng.below(90) == 0:
                self.forfeit()
                continue
            self.step()
        assert self.play.state.actor == self.naive.due or self.play.state.actor is not None, self.where()
        result = self.play.state.outcome().to_dict()["seats"]
        assert result == self.naive.derive_result(), self.where()
        self.log.append(log_step(self.driver))

    def forfeit(self) -> None:
        """Forfeit one more seat, if another one is left."""
        left = [seat for seat in range(self.seats) if seat not in self.naive.forfeits]
        seat = self.rng.choice(left)
        self.log.append(self.play.forfeit(seat, ForfeitReason.RESIGNED))
        self.naive.forfeits.append(seat)

    def step(self) -> None:
        """Compare the actor and the legal actions, then play one step in both and compare the points."""
        if self.play.due == CHANCE:
            self._play_chance()
        else:
            self._play_seat()
        points = [seat["score"] for seat in self.naive.derive_result()]
        assert self.play.state.points() == points, self.where()

    def _play_chance(self) -> None:
        assert self.naive.due == "chance", self.where()
        kind = self.naive.chance_kind
        data = self.naive_dealer.answer(kind, len(self.naive.saloon))
        assert self._take() == (kind, data), self.where()

    def _play_seat(self) -> None:
        assert self.play.due == self.naive.due, self.where()
        actions = self.play.state.legal_actions()
        choices: list[Choice] = [self.play.ruleset.decode(action) for action in actions]
        expected = self.naive.legal()
        assert choices == expected, self.difference(choices, expected)
        self._take()

    def _take(self) -> Choice:
        """Take one step in both games and return it."""
        self.log.append(log_step(self.driver))
        taken = self.log[-1].kind, json.loads(self.log[-1].payload)
        self.naive.apply(*taken)
        return taken

    def _choose(self, legal: Sequence[Action], _: Generator) -> Action:
        return legal[pick(self.policy, [self.play.ruleset.decode(action) for action in legal], self.rng)]

    def where(self) -> str:
        """Return a description that allows reproducing a failure."""
        last = [f"{event.seq} {event.actor} {event.kind} {event.payload}" for event in self.log[-6:]]
        return f"{self.seats} {self.options} seed {self.seed.hex()} {self.policy} after\n" + "\n".join(last)

    def difference(self, found: list[Choice], expected: list[Choice]) -> str:
        """Return the choices that only one of the two lists."""
        extra = [choice for choice in found if choice not in expected][:5]
        missing = [choice for choice in expected if choice not in found][:5]
        return f"{self.where()}\nengine only: {extra}\nreference only: {missing}"

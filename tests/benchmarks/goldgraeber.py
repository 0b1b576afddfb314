"""
Goldgräber: random play-outs with every legal action listed, and verified replay of stored games.

Play-outs count actions of seats per second; chance steps are drawn and applied too, and their time counts, but they
are not counted. Replay counts events per second: payload text read, judged, applied, hashed into the chain, digests
compared; with the seed every chance event is compared with what the seed dictates as well.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any, NamedTuple

from engine.core import registry
from engine.core.dealer import SEED_BYTES, Dealer, commitment
from engine.core.events import CHANCE, LoggedEvent
from engine.core.generator import Generator
from engine.core.playthrough import Playthrough, Status
from engine.core.record import Header, make_header
from engine.core.replay import verify
from engine.rulesets.goldgraeber import GOLDGRAEBER
from engine.rulesets.goldgraeber.walks import Walks
from tests.benchmarks.harness import Figure, Work, interleaved, is_quick, report
from tests.benchmarks.yardstick import CHESS, chess_playouts

_TACTICAL = {"tactical": True}
#: Name, seats, options, target ratios of play-outs and of verified replay.
_GAMES: tuple[tuple[str, int, Mapping[str, Any], float | None, float | None], ...] = (
    ("4 seats", 4, {}, 1.0, 2.0),
    ("3 seats", 3, {}, None, None),
    ("6 seats", 6, {}, None, None),
    ("4 seats literal", 4, {"shuttle": "literal"}, None, None),
    ("4 seats tactical", 4, _TACTICAL, None, None),
)
_STORED = 24
_COLD = "play-outs, 4 seats, nothing searched before"


class StoredGame(NamedTuple):
    """
    A finished game as the store keeps it.
    """

    header: Header
    events: Sequence[LoggedEvent]
    seed: bytes
    head: bytes


def playouts(seats: int, options: Mapping[str, Any], seed: int = 0, *, is_cold: bool = False) -> Work:
    """
    Return a work that plays one random game; a cold one has no search of an earlier game to go back to.
    """
    choice = random.Random(seed).choice
    rng = Generator(seed)
    written_out = GOLDGRAEBER.options(options, seats)
    components = GOLDGRAEBER.component_sets[0]

    def playout() -> int:
        state = GOLDGRAEBER.initial(written_out, seats, components)
        if is_cold:
            state.walks = Walks(state.walks.graph, written_out["shuttle"])
        actions = 0
        while (actor := state.actor) is not None:
            if actor == CHANCE:
                state.apply(state.draw(rng))
            else:
                state.apply(choice(state.legal_actions()))
                actions += 1
        return actions

    return playout


def stored_game(seats: int, options: Mapping[str, Any], number: int) -> StoredGame:
    """
    Play a random game through the core and return its log.
    """
    seed = number.to_bytes(SEED_BYTES)
    rng = Generator(number)
    dealer = Dealer(seed)
    players = [f"player {seat}" for seat in range(seats)]
    header = make_header(
        GOLDGRAEBER, seats=seats, options=options, players=players, commitment=commitment(seed)
    )
    play = Playthrough(header)
    events = []
    while play.status is Status.PLAYING:
        if play.due == CHANCE:
            events.append(play.deal(dealer))
        else:
            events.append(play.take(rng.choice(play.state.legal_actions())))
    events.append(play.finish())
    return StoredGame(header, events, seed, play.head)


def verifications(games: Sequence[StoredGame], *, with_seed: bool) -> Work:
    """
    Return a work that verifies one of the games after the other.
    """
    following = cycle(games)

    def verification() -> int:
        header, events, seed, head = next(following)
        verdict = verify(header, events, seed=seed if with_seed else None, head=head)
        assert verdict.is_good, "a stored game is right"
        return verdict.events

    return verification


def main() -> None:
    """
    Measure and report.
    """
    quick = is_quick(about=__doc__)
    if GOLDGRAEBER not in registry.all_rulesets():
        registry.register(GOLDGRAEBER)
    works: dict[str, Work] = {CHESS: chess_playouts()}
    targets: dict[str, tuple[str, float | None]] = {}
    for name, seats, options, least_played, least_verified in _GAMES:
        games = [stored_game(seats, options, number) for number in range(_STORED)]
        works[f"play-outs, {name}"] = playouts(seats, options)
        works[f"verified replay, {name}"] = verifications(games, with_seed=True)
        targets[f"play-outs, {name}"] = ("actions/s", least_played)
        targets[f"verified replay, {name}"] = ("events/s", least_verified)
    works[_COLD] = playouts(4, {}, is_cold=True)
    targets[_COLD] = ("actions/s", None)
    games = [stored_game(4, {}, number) for number in range(_STORED)]
    works["verified replay, 4 seats, seed secret"] = verifications(games, with_seed=False)
    targets["verified replay, 4 seats, seed secret"] = ("events/s", None)
    measured = interleaved(works, turns=7 if quick else 31, seconds=0.25)
    figures = [Figure(CHESS, measured.rate(CHESS), "moves/s")]
    for name, (unit, target) in targets.items():
        ratio = measured.ratio(name, CHESS)
        figures.append(Figure(name, measured.rate(name), unit, ratio, CHESS, target))
    report("Goldgräber", figures)


if __name__ == "__main__":
    main()

"""
Verified replay of stored games: payload text read, judged, applied, hashed into the chain, digests compared.

With the seed every chance event is compared with what the seed dictates as well.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any, NamedTuple

from engine.core.dealer import SEED_BYTES, Dealer, commitment
from engine.core.events import CHANCE, LoggedEvent
from engine.core.generator import Generator
from engine.core.playthrough import Playthrough, Status
from engine.core.record import Header, make_header
from engine.core.replay import verify
from engine.rulesets.moon_river import MOON_RIVER
from tests.benchmarks.harness import Figure, Work, interleaved, is_quick, report
from tests.benchmarks.yardstick import CHESS, chess_playouts

_GAMES = 24


class StoredGame(NamedTuple):
    """
    A finished game as the store keeps it.
    """

    header: Header
    events: Sequence[LoggedEvent]
    seed: bytes
    head: bytes


def stored_game(seats: int, options: Mapping[str, Any], number: int) -> StoredGame:
    """
    Play a random game through the core and return its log.
    """
    seed = number.to_bytes(SEED_BYTES)
    rng = Generator(number)
    dealer = Dealer(seed)
    players = [f"player {seat}" for seat in range(seats)]
    header = make_header(
        MOON_RIVER, seats=seats, options=options, players=players, commitment=commitment(seed)
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
    games = {
        "4 seats": [stored_game(4, {"mode": "base"}, number) for number in range(_GAMES)],
        "2 seats": [stored_game(2, {"mode": "base"}, number) for number in range(_GAMES)],
    }
    works = {name: verifications(games[name], with_seed=True) for name in games}
    works |= {f"{name}, seed secret": verifications(games[name], with_seed=False) for name in games}
    measured = interleaved({CHESS: chess_playouts(), **works}, turns=9 if quick else 31, seconds=0.25)
    figures = [Figure(CHESS, measured.rate(CHESS), "moves/s")]
    for name in works:
        ratio = measured.ratio(name, CHESS)
        figures.append(Figure(f"verified replay, {name}", measured.rate(name), "events/s", ratio, CHESS, 4))
    report("Verified replay of stored games", figures)


if __name__ == "__main__":
    main()

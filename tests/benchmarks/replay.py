"""
Verified replay of stored games: payload text read, judged, applied, hashed into the chain, digests compared.

With the seed every chance event is compared with what the seed dictates as well.
"""

from engine.rulesets.moon_river import MOON_RIVER
from tests.benchmarks.harness import Figure, interleaved, is_quick, report
from tests.benchmarks.works import stored_game, verifications
from tests.benchmarks.yardstick import CHESS, chess_playouts

_GAMES = 24


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    games = {
        "4 seats": [stored_game(MOON_RIVER, 4, {"mode": "base"}, number) for number in range(_GAMES)],
        "2 seats": [stored_game(MOON_RIVER, 2, {"mode": "base"}, number) for number in range(_GAMES)],
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

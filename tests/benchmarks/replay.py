"""
Verified replay of stored games: payloads parsed, validated, applied and hashed into the chain, digests compared.

With the seed, all chance events are compared with its outcomes too.
"""

from engine.rulesets.moon_river import MOON_RIVER
from tests.benchmarks.harness import Figure, interleave, is_quick, report
from tests.benchmarks.works import make_verifications, play_stored_game
from tests.benchmarks.yardstick import CHESS, make_chess_playouts

_GAMES = 24


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    games = {
        "4 seats": [play_stored_game(MOON_RIVER, 4, {"mode": "base"}, number) for number in range(_GAMES)],
        "2 seats": [play_stored_game(MOON_RIVER, 2, {"mode": "base"}, number) for number in range(_GAMES)],
    }
    works = {name: make_verifications(games[name], with_seed=True) for name in games}
    works |= {f"{name}, seed secret": make_verifications(games[name], with_seed=False) for name in games}
    measured = interleave({CHESS: make_chess_playouts(), **works}, turns=9 if quick else 31, seconds=0.25)
    figures = [Figure(CHESS, measured.rate(CHESS), "moves/s")]
    for name in works:
        ratio = measured.ratio(name, CHESS)
        figures.append(Figure(f"verified replay, {name}", measured.rate(name), "events/s", ratio, CHESS, 4))
    report("Verified replay of stored games", figures)


if __name__ == "__main__":
    main()

"""
Goldgräber: random play-outs with every legal action listed, and verified replay of stored games.

Play-outs count actions of seats per second; chance steps are sampled and applied too, and their time counts, but they
are not counted. Replay counts events per second: each payload is parsed, validated, applied and hashed into the chain,
and digests are compared; with the seed, all chance events are compared with its outcomes.
"""

from collections.abc import Mapping
from typing import Any

from engine.rulesets.goldgraeber import GOLDGRAEBER
from engine.rulesets.goldgraeber.walk_search import Walks
from tests.benchmarks.harness import Figure, Work, interleave, is_quick, report
from tests.benchmarks.works import make_playouts, make_verifications, play_stored_game
from tests.benchmarks.yardstick import CHESS, make_chess_playouts

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


def _forget_searches(state: Any) -> None:
    """Clear the cache of walk searches of earlier games."""
    state.walks = Walks(state.walks.graph, "strict")


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    works: dict[str, Work] = {CHESS: make_chess_playouts()}
    targets: dict[str, tuple[str, float | None]] = {}
    for name, seats, options, least_played, least_verified in _GAMES:
        games = [play_stored_game(GOLDGRAEBER, seats, options, number) for number in range(_STORED)]
        works[f"play-outs, {name}"] = make_playouts(GOLDGRAEBER, seats, options)
        works[f"verified replay, {name}"] = make_verifications(games, with_seed=True)
        targets[f"play-outs, {name}"] = ("actions/s", least_played)
        targets[f"verified replay, {name}"] = ("events/s", least_verified)
    works[_COLD] = make_playouts(GOLDGRAEBER, 4, {}, prepare=_forget_searches)
    targets[_COLD] = ("actions/s", None)
    games = [play_stored_game(GOLDGRAEBER, 4, {}, number) for number in range(_STORED)]
    works["verified replay, 4 seats, seed secret"] = make_verifications(games, with_seed=False)
    targets["verified replay, 4 seats, seed secret"] = ("events/s", None)
    measured = interleave(works, turns=7 if quick else 31, seconds=0.25)
    figures = [Figure(CHESS, measured.rate(CHESS), "moves/s")]
    for name, (unit, target) in targets.items():
        ratio = measured.ratio(name, CHESS)
        figures.append(Figure(name, measured.rate(name), unit, ratio, CHESS, target))
    report("Goldgräber", figures)


if __name__ == "__main__":
    main()

"""
Random play-outs of Moon River: every legal action listed, one chosen, applied; actions of seats per second.

Chance steps are sampled and applied too; their time counts, but they are not counted as actions.
"""

from collections.abc import Mapping
from typing import Any

from engine.rulesets.moon_river import MOON_RIVER
from tests.benchmarks.harness import Figure, interleave, is_quick, report
from tests.benchmarks.works import make_playouts
from tests.benchmarks.yardstick import CHESS, make_chess_playouts

_LEGENDS = {"mode": "legends", "scenario": "random"}
#: Name, seats, options, target ratio.
_GAMES: tuple[tuple[str, int, Mapping[str, Any], float | None], ...] = (
    ("4 seats base", 4, {"mode": "base"}, 2.5),
    ("2 seats base", 2, {"mode": "base"}, 2.0),
    ("3 seats base", 3, {"mode": "base"}, None),
    ("4 seats legends", 4, _LEGENDS, None),
)


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    works = {name: make_playouts(MOON_RIVER, seats, options) for name, seats, options, _ in _GAMES}
    measured = interleave({CHESS: make_chess_playouts(), **works}, turns=9 if quick else 31, seconds=0.25)
    figures = [Figure(CHESS, measured.rate(CHESS), "moves/s")]
    for name, _, _, target in _GAMES:
        ratio = measured.ratio(name, CHESS)
        figures.append(Figure(f"moon-river {name}", measured.rate(name), "actions/s", ratio, CHESS, target))
    report("Random play-outs", figures)


if __name__ == "__main__":
    main()

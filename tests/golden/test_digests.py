"""Digests are stored with the games, so their content must not change within a version of a ruleset."""

from pathlib import Path

import pytest

from engine.core import parse_record
from engine.core.replay import log_events

EXAMPLES = Path(__file__).parent / "examples"

#: The digest at the end of the game, by example.
LAST: dict[str, str] = {
    "goldgraeber-3": "521eacbeb377af869fd9ff1761f97122fb2b44a75e050a833227f94c51cef28a",
    "goldgraeber-4-tactical": "5325a21eda8bbb74fb5e4210eef5bc90b3b11733faa0a5753b361b24b638d3c6",
    "goldgraeber-4": "e4d1b78d6b4980e9dc4648daa0647b1077b27d7228d6ef6b62320b3bad56707b",
    "goldgraeber-6-gold-literal": "69e14ce8aaa520c63324d945a62e21177e28d93a38dfaf2b32c6abdfc02c54b2",
    "moon-river-2-base": "25135eedf8d8b11bec932309bd5b7ca898fab72d3ce80661868dd9bdcd69edc1",
    "moon-river-2-timber-rafting": "7f55d8ffb3abf871699ec604a5be6662f83036405030b4594d4e5beb1485de92",
    "moon-river-3-base": "f07c62c19b20ea31027db539dd4bfe3ba4e745bbd80aeceb1ab3c5157850c521",
    "moon-river-4-base": "cb9f3cb1c5e6b911e5ac4e4492533ded791c9b604e1c2e9bafe2e9de1c4fb14b",
    "moon-river-4-forfeit": "a9d13792f7a1f2acd3ea04521a948533e493ac64e6dc746762e1ec7fb4774439",
    "moon-river-4-gold-rush": "945f7bffe9857a9d80ee2c13a901b3cf4d600086682dc8b1ac2477d489fab7d9",
}


@pytest.mark.parametrize("name", sorted(LAST))
def test_a_games_last_digest_is_what_it_has_always_been(name):
    events = log_events(parse_record((EXAMPLES / f"{name}.jsonl").read_bytes()))
    digests = [event.digest for event in events if event.digest is not None]

    assert digests[-1].hex() == LAST[name]


def test_every_example_has_its_digest_pinned():
    assert {path.stem for path in EXAMPLES.glob("*.jsonl")} == set(LAST)

"""The pages under docs/rulesets agree with the codes, kinds and keys of the rulesets."""

from pathlib import Path

import pytest

from engine.core import CORE_CODES, ForfeitReason, Termination
from engine.rulesets import registry

DOCS = Path(__file__).parents[2] / "docs"
RULESETS = registry.all_rulesets()


def page(key: str) -> str:
    return (DOCS / "rulesets" / f"{key.partition('@')[0]}.md").read_text()


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_every_refusal_code_is_documented_with_its_sentence(ruleset):
    text = page(ruleset.key)
    missing = [code for code, words in ruleset.codes.items() if f"| `{code}` | {words}" not in text]

    assert not missing


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_every_event_and_effect_kind_is_documented(ruleset):
    text = page(ruleset.key)
    kinds = [*ruleset.seat_kinds, *ruleset.chance_kinds, *ruleset.effect_kinds]

    assert not [kind for kind in kinds if f"| `{kind}` |" not in text]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_every_key_of_an_observation_is_documented(ruleset):
    options = next(iter(_options(ruleset)))
    seen = ruleset.create_state(options, ruleset.max_seats, ruleset.component_sets[0]).observation(None)
    text = page(ruleset.key)

    assert not [key for key in seen if f"`{key}`" not in text]


def _options(ruleset):
    from tests.golden.tables import option_combinations

    return (
        ruleset.complete_options(given, ruleset.max_seats)
        for given in option_combinations(ruleset, ruleset.max_seats)
    )


def test_every_code_of_the_core_is_documented_with_its_sentence():
    text = (DOCS / "record-format.md").read_text()

    assert not [code for code, words in CORE_CODES.items() if f"`{code}`" not in text or words not in text]


def test_every_reason_of_the_system_is_documented():
    text = (DOCS / "record-format.md").read_text()

    assert not [reason for reason in (*ForfeitReason, *Termination) if f"`{reason.value}`" not in text]

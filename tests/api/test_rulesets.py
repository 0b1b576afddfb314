"""Rulesets over REST: what a client must know to choose options and to read logs."""

import jsonschema
import pytest

from engine.rulesets.registry import all_rulesets
from games.models import Bot
from tests.api.client import SchemaClient
from tests.api.test_roles import BODY

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", [ruleset.key for ruleset in all_rulesets()])
def test_every_registered_ruleset_is_described(key: str, anyone: SchemaClient):
    ruleset = next(each for each in all_rulesets() if each.key == key)

    returned = anyone.get(f"/api/v1/rulesets/{key}/").json()

    assert returned["kinds"]["seat"] == list(ruleset.seat_kinds)
    assert returned["kinds"]["chance"] == list(ruleset.chance_kinds)
    assert returned["kinds"]["system"] == ["seat_forfeited", "game_finished", "game_voided"]
    assert returned["seats"] == {"least": ruleset.min_seats, "most": ruleset.max_seats}
    assert set(ruleset.codes) <= set(returned["codes"])
    assert returned["components"] == list(ruleset.component_sets)


def test_the_option_schema_is_valid_and_matches_the_options_of_a_tournament(
    organiser: SchemaClient, bots: list[Bot]
):
    schema = organiser.get("/api/v1/rulesets/moon-river@1/").json()["options"]
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    for options in (
        {"mode": "base"},
        {"mode": "legends", "scenario": "random"},
        {},
        {"mode": "base", "scenario": "outlaws"},
    ):
        response = organiser.post("/api/v1/tournaments/", {**BODY, "options": options}, format="json")
        assert (response.status_code == 201) is validator.is_valid(options), options

"""Receipts: signed by this server, checked by anybody, and worth nothing when a single character is changed."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import override_settings

from api.receipts import receipt_fault, receipt_issue
from games.event_store import game_void
from games.import_export import game_import
from games.models import Game
from tests.api.client import SchemaClient, faults, problem
from tests.games.factories import finished_game
from tests.games.records import record

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/receipts/verify/"


@pytest.fixture
def receipt(organiser: SchemaClient) -> dict[str, Any]:
    """The receipt of a game that was submitted."""
    return organiser.sent("/api/v1/submissions/", record(), "application/jsonl").json()["receipt"]


def verified(client: SchemaClient, receipt: dict[str, Any]) -> Any:
    response = client.post(ADDRESS, receipt, format="json")
    assert response.status_code == 200
    return response.json()


def test_a_receipt_names_the_log_and_the_time(receipt: dict[str, Any]):
    game = Game.objects.get()

    assert (receipt["game"], receipt["head"]) == (game.pk, bytes(game.head_hash).hex())
    signed = datetime.strptime(receipt["time"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert abs((signed - game.created_at).total_seconds()) < 60


def test_any_client_can_verify_it(receipt: dict[str, Any], anyone: SchemaClient):
    assert verified(anyone, receipt) == {"valid": True, "code": None}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", 999),
        ("head", "0" * 64),
        ("time", "2020-01-01T00:00:00Z"),
        ("time", ""),
        ("signature", "0" * 64),
        ("signature", "é" * 64),
    ],
)
def test_a_changed_receipt_is_not_valid(
    field: str, value: Any, receipt: dict[str, Any], anyone: SchemaClient
):
    response = anyone.post(ADDRESS, {**receipt, field: value}, format="json")

    if value == "":
        assert problem(response) == (400, "invalid_request")
    else:
        assert response.json() == {"valid": False, "code": "bad_signature"}


def test_a_single_wrong_bit_of_the_signature_is_found(receipt: dict[str, Any], anyone: SchemaClient):
    signature = receipt["signature"]
    other = signature[:-1] + ("0" if signature[-1] != "0" else "1")

    assert verified(anyone, {**receipt, "signature": other})["code"] == "bad_signature"


def test_a_receipt_of_another_server_is_not_valid(receipt: dict[str, Any], anyone: SchemaClient):
    with override_settings(SECRET_KEY="another"):
        assert verified(anyone, receipt)["code"] == "bad_signature"


def test_a_replaced_key_is_valid_while_it_is_a_fallback(receipt: dict[str, Any], settings: Any):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", [settings.SECRET_KEY]

    assert verified(SchemaClient(), receipt)["valid"]


def test_it_stays_valid_when_the_game_is_voided(receipt: dict[str, Any], anyone: SchemaClient):
    game_void(game_id=receipt["game"], reason="wrong bot")

    assert verified(anyone, receipt)["valid"]


def test_a_receipt_for_a_missing_log_has_its_own_code():
    game, other = finished_game(), game_import(text=record()).game

    receipt = receipt_issue(game_id=game.pk, head=bytes(other.head_hash), now=datetime.now(UTC))

    assert receipt_fault(receipt) == "not_in_log"


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"game": "1"}, "game", "wrong_type"),
        ({"game": 0}, "game", "too_small"),
        ({"receipt": 2}, "receipt", "too_large"),
        ({"head": "0" * 63}, "head", "too_short"),
        ({"head": "G" * 64}, "head", "bad_character"),
        ({"signature": 5}, "signature", "wrong_type"),
        ({"time": "x" * 21}, "time", "too_long"),
        ({"note": "x"}, "note", "unknown_field"),
    ],
)
def test_an_invalid_receipt_is_refused(
    changes: Any, field: str, code: str, receipt: dict[str, Any], anyone: SchemaClient
):
    response = anyone.post(ADDRESS, {**receipt, **changes}, format="json")

    assert problem(response) == (400, "invalid_request")
    assert faults(response) == {(field, code)}


def test_the_key_of_the_server_is_in_no_response(receipt: dict[str, Any], settings: Any):
    assert settings.SECRET_KEY not in str(receipt)

"""Games: their logs, records, frames and verdicts over REST."""

import json
from typing import Any

import pytest

from engine.core import VerdictStatus, canonical, hash_event, parse_record, verify_record
from games.event_store import game_void
from games.models import Game
from tests.api.client import SchemaClient, faults, problem
from tests.games.factories import finished_game, running_game, scheduled_game
from tests.games.tampering import change_event

pytestmark = pytest.mark.django_db


def address(game: Game, path: str = "") -> str:
    return f"/api/v1/games/{game.pk}/{path}"


class TestGame:
    def test_a_finished_game_has_results(self, game: Game, anyone: SchemaClient):
        returned = anyone.get(address(game)).json()

        assert (returned["status"], returned["termination"]) == ("finished", "completed")
        assert [seat["bot"] for seat in returned["seating"]] == ["greedy", "random"]
        for seat in returned["seating"]:
            assert sum(seat["parts"].values()) == seat["score"]
        assert returned["head"] == {"seq": game.head_seq, "hash": bytes(game.head_hash).hex()}
        assert returned["options"] == {"mode": "base"}

    def test_a_scheduled_game_has_no_results_yet(self, anyone: SchemaClient):
        returned = anyone.get(address(scheduled_game())).json()

        assert {seat["score"] for seat in returned["seating"]} == {None}
        assert (returned["started_at"], returned["tournament"], returned["head"]["seq"]) == (None, None, 0)

    def test_the_list_has_the_same_fields_but_the_seed(self, game: Game, anyone: SchemaClient):
        listed = anyone.get("/api/v1/games/").json()["results"][0]
        returned = anyone.get(address(game)).json()

        assert listed == {name: value for name, value in returned.items() if name != "seed"}


class TestEvents:
    def test_are_the_log(self, game: Game, anyone: SchemaClient):
        returned = anyone.get(address(game, "events/?limit=1000")).json()["results"]

        stored = game.events.order_by("seq")
        assert [(event["seq"], event["kind"]) for event in returned] == [
            (row.seq, row.kind) for row in stored
        ]
        assert returned[0]["actor"] == "chance"
        assert returned[-1]["actor"] == "system"
        assert all(
            event["data"] == json.loads(row.payload) for event, row in zip(returned, stored, strict=True)
        )

    def test_the_chain_can_be_checked(self, game: Game, anyone: SchemaClient):
        returned = anyone.get(address(game, "events/?limit=1000")).json()["results"]

        head = bytes(game.header_hash)
        for event in returned:
            claimed = event.pop("hash")
            head = hash_event(head, canonical(event))
            assert head.hex() == claimed

    def test_a_game_without_events_has_an_empty_log(self, anyone: SchemaClient):
        assert anyone.get(address(scheduled_game(), "events/")).json()["results"] == []


class TestRecord:
    def test_can_be_downloaded_and_verified(self, game: Game, anyone: SchemaClient):
        response = anyone.get(address(game, "record/"))

        verdict = verify_record(parse_record(response.content))
        assert (verdict.status, verdict.head) == (VerdictStatus.EXACT, bytes(game.head_hash))
        assert response.headers["Content-Type"] == "application/jsonl"
        assert response.headers["Content-Disposition"] == f'attachment; filename="game-{game.pk}.jsonl"'

    @pytest.mark.parametrize("accept", ["application/jsonl", "*/*", "application/*", "text/html, */*;q=0.1"])
    def test_is_sent_to_clients_that_accept_it(self, accept: str, game: Game, anyone: SchemaClient):
        assert anyone.get(address(game, "record/"), HTTP_ACCEPT=accept).status_code == 200

    def test_is_refused_to_clients_that_do_not_accept_it(self, game: Game, anyone: SchemaClient):
        response = anyone.get(address(game, "record/"), HTTP_ACCEPT="application/json")

        assert problem(response) == (406, "not_acceptable")

    def test_of_an_unfinished_game_has_no_trailer(self, unfinished: Game, anyone: SchemaClient):
        lines = anyone.get(address(unfinished, "record/")).content.splitlines()

        assert len(lines) == 1 + unfinished.head_seq
        assert b'"seq":20' in lines[-1]


class TestFrames:
    def frames(self, client: SchemaClient, game: Game, query: str = "") -> Any:
        return client.get(address(game, f"frames/{query}")).json()

    def test_start_with_the_position_before_the_first_event(self, game: Game, anyone: SchemaClient):
        returned = self.frames(anyone, game)

        assert [frame["step"] for frame in returned["frames"]] == list(range(50))
        assert returned["frames"][0]["event"] is None
        assert returned["frames"][0]["position"]["phase"] == "chance"
        assert (returned["game"], returned["head"], returned["diverged"]) == (game.pk, game.head_seq, None)

    def test_have_the_event_the_position_and_the_effects(self, game: Game, anyone: SchemaClient):
        returned = self.frames(anyone, game, f"?first={game.head_seq - 5}&last={game.head_seq}")

        assert [frame["event"]["seq"] for frame in returned["frames"]] == list(
            range(game.head_seq - 5, game.head_seq + 1)
        )
        assert returned["frames"][-1]["position"]["over"] is True
        assert returned["frames"][-1]["event"]["kind"] == "game_finished"

    def test_effects_are_of_kinds_the_ruleset_documents(self, game: Game, anyone: SchemaClient):
        documented = anyone.get("/api/v1/rulesets/moon-river@1/").json()["effects"]
        returned = self.frames(anyone, game, "?first=1&last=50")

        kinds = {effect["kind"] for frame in returned["frames"] for effect in frame["effects"]}
        assert kinds
        assert kinds <= set(documented)

    def test_every_step_can_be_reached(self, game: Game, anyone: SchemaClient):
        steps = []
        for first in range(0, game.head_seq + 1, 50):
            steps += [frame["step"] for frame in self.frames(anyone, game, f"?first={first}")["frames"]]

        assert steps == list(range(game.head_seq + 1))

    def test_end_where_the_log_ends(self, unfinished: Game, anyone: SchemaClient):
        assert self.frames(anyone, unfinished, "?first=19&last=40")["frames"][-1]["step"] == 20

    def test_beyond_the_end_there_are_none(self, unfinished: Game, anyone: SchemaClient):
        assert self.frames(anyone, unfinished, "?first=500&last=510")["frames"] == []

    def test_a_game_without_events_has_only_the_start(self, anyone: SchemaClient):
        assert [frame["step"] for frame in self.frames(anyone, scheduled_game())["frames"]] == [0]

    @pytest.mark.parametrize(
        ("query", "field", "code"),
        [
            ("first=0&last=50", "last", "too_large"),
            ("first=10&last=9", "last", "wrong_order"),
            ("first=-1", "first", "too_small"),
            ("first=x", "first", "wrong_type"),
            ("first=1.0", "first", "wrong_type"),
            ("first=" + "9" * 400, "first", "wrong_type"),
            ("first=99999999999", "first", "too_large"),
            ("last=99999999999", "last", "too_large"),
            ("last=", "last", "blank"),
            ("first=1&first=2", "first", "repeated_parameter"),
        ],
    )
    def test_a_wrong_range_is_refused(
        self, query: str, field: str, code: str, game: Game, anyone: SchemaClient
    ):
        response = anyone.get(address(game, f"frames/?{query}"))

        assert problem(response) == (400, "invalid_parameters")
        assert faults(response) == {(field, code)}

    def test_nothing_from_a_divergence_on_is_shown(self, game: Game, anyone: SchemaClient):
        change_event(game.pk, 12, "chain", "%s", b"\0" * 32)

        before = self.frames(anyone, game, "?first=5&last=20")
        after = self.frames(anyone, game, "?first=15&last=20")

        assert [frame["step"] for frame in before["frames"]] == list(range(5, 12))
        assert before["diverged"] == {"step": 12, "code": "chain_mismatch"}
        assert (after["frames"], after["diverged"]) == ([], {"step": 12, "code": "chain_mismatch"})

    def test_a_changed_header_shows_nothing_at_all(self, game: Game, anyone: SchemaClient):
        Game.objects.filter(pk=game.pk).update(options='{"mode":"legends"}')

        returned = self.frames(anyone, game)

        assert (returned["frames"], returned["diverged"]["step"]) == ([], 0)


class TestVerdict:
    def test_get_replays_the_game_and_stores_nothing(self, game: Game, anyone: SchemaClient):
        returned = anyone.get(address(game, "verify/")).json()

        assert (returned["status"], returned["step"], returned["code"]) == ("exact", None, "")
        assert returned["checked_at"]
        assert Game.objects.get(pk=game.pk).verified_at is None

    def test_an_unfinished_game_has_the_stored_verdict(self, unfinished: Game, anyone: SchemaClient):
        returned = anyone.get(address(unfinished, "verify/")).json()

        assert returned == {"status": "unverified", "step": None, "code": "", "checked_at": None}

    def test_a_verification_is_stored_with_its_time(
        self, game: Game, other: SchemaClient, anyone: SchemaClient
    ):
        fresh = other.post(address(game, "verify/")).json()

        assert (fresh["status"], fresh["step"], fresh["code"]) == ("exact", None, "")
        assert anyone.get(address(game)).json()["verdict"] == fresh

    def test_a_changed_event_is_found_and_named(self, game: Game, other: SchemaClient):
        change_event(game.pk, 12, "kind", "%s", "cow_moved")

        returned = other.post(address(game, "verify/")).json()

        assert (returned["status"], returned["step"]) == ("diverged", 12)
        assert returned["code"]

    def test_a_voided_game_can_be_verified(self, other: SchemaClient):
        game = running_game(10)
        game_void(game_id=game.pk, reason="a test")

        assert other.post(address(game, "verify/")).json()["status"] == "exact"

    def test_an_unfinished_game_cannot_be_verified(self, unfinished: Game, other: SchemaClient):
        assert problem(other.post(address(unfinished, "verify/"))) == (409, "game_not_over")

    def test_a_body_is_refused(self, game: Game, other: SchemaClient):
        response = other.post(address(game, "verify/"), {"seed": "00"}, format="json")

        assert faults(response) == {("seed", "unknown_field")}


def test_a_game_whose_ruleset_is_gone_still_has_its_log(anyone: SchemaClient):
    game = finished_game()
    Game.objects.filter(pk=game.pk).update(ruleset="forgotten@9")

    assert anyone.get(address(game)).status_code == 200
    assert anyone.get(address(game, "events/")).status_code == 200
    assert anyone.get(address(game, "record/")).status_code == 200
    assert anyone.get(address(game, "frames/")).json()["frames"] == []

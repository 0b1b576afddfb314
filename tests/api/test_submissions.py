"""Submitted games: verified before they are stored, stored once, with bots of the submitter and a receipt."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest
from django.db import connection

from engine.core import CORE_CODES
from games.event_store import Appending, chunk_append
from games.models import Bot, Event, Game, GameOrigin, GameSeed, Seat
from games.queries import game_record_lines
from games.verification import verify_game
from tests.api.client import SchemaClient, client_of, problem, user_named
from tests.api.conftest import ORGANISER
from tests.api.submitting import BATCH, LINES, PACKED, submitted
from tests.games.factories import (
    finished_game,
    kept_seed,
    log_of,
    scheduled_game,
    scheduled_games,
    secret_number,
)
from tests.games.records import packed, record
from tests.games.tampering import flip_bit

pytestmark = pytest.mark.django_db


def changed(text: bytes, line: int, old: bytes, new: bytes) -> bytes:
    """The record with something replaced in one line (from 1)."""
    lines = text.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return b"\n".join(lines)


# One record


@pytest.mark.parametrize("content_type", [LINES, PACKED])
def test_a_good_record_becomes_a_game(content_type: str, organiser: SchemaClient):
    text = record()

    response = submitted(organiser, text if content_type == LINES else packed(text), content_type)

    returned = response.json()
    game = Game.objects.get()
    assert (response.status_code, returned["status"], returned["verdict"]) == (201, "accepted", "exact")
    assert (returned["game"], returned["head"], returned["fault"]) == (
        game.pk,
        bytes(game.head_hash).hex(),
        None,
    )
    assert (game.origin, game.submitted_by) == (GameOrigin.SUBMITTED, user_named("organiser"))
    assert b"".join(game_record_lines(game.pk)) == text
    assert verify_game(game.pk).is_good


def test_a_submitted_game_names_its_submitter(organiser: SchemaClient, anyone: SchemaClient):
    returned = submitted(organiser, record()).json()

    shown = anyone.get(f"/api/v1/games/{returned['game']}/").json()
    assert (shown["origin"], shown["submitted_by"]) == ("submitted", "organiser")
    assert [game["id"] for game in anyone.get("/api/v1/games/?origin=submitted").json()["results"]] == [
        returned["game"]
    ]


@pytest.mark.parametrize("committed", [True, False])
def test_without_a_seed_chance_is_unproven(committed: bool, organiser: SchemaClient):
    returned = submitted(organiser, record(with_seed=False, committed=committed)).json()

    assert returned["verdict"] == "chance_unproven"
    assert Game.objects.get().verdict == "chance_unproven"


def test_the_same_record_is_the_same_game_for_any_submitter_and_formatting(
    organiser: SchemaClient, other: SchemaClient
):
    first = submitted(organiser, record()).json()
    loose = b"\r\n".join(
        json.dumps(dict(reversed(orjson.loads(line).items()))).encode() for line in record().splitlines()
    )

    for again in (submitted(other, loose), submitted(organiser, packed(record()), PACKED)):
        assert (again.status_code, again.json()["status"]) == (200, "known")
        assert again.json()["game"] == first["game"]
    assert Game.objects.get().submitted_by == user_named("organiser")


def test_the_record_of_a_game_played_here_is_that_game_unchanged(organiser: SchemaClient, bots: list[Bot]):
    game = finished_game(bots=bots[:2])
    Bot.objects.update(owner=user_named("organiser"))

    returned = submitted(organiser, b"".join(game_record_lines(game.pk)), bots='{"greedy":"random"}').json()

    after = Game.objects.get()
    assert (returned["status"], returned["game"]) == ("known", game.pk)
    assert (after.origin, after.submitted_by, after.record_head) == (GameOrigin.TOURNAMENT, None, None)
    assert list(Seat.objects.order_by("number").values_list("bot__name", flat=True)) == ["greedy", "random"]


def test_a_record_that_ends_like_a_game_still_running_does_not_become_it(organiser: SchemaClient):
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)
    header = b"".join(game_record_lines(game.pk)).strip()
    events = [
        orjson.dumps(
            {
                "seq": each.seq,
                "actor": {-1: "chance", -2: "system"}.get(each.actor, each.actor),
                "kind": each.kind,
                "data": orjson.Fragment(each.payload),
            }
        )
        for each in log
    ]
    text = b"\n".join([header, *events, orjson.dumps({"head": log[-1].chain.hex()})])

    returned = submitted(organiser, text).json()
    chunk_append(chunk=[Appending(game.pk, 0, log)])

    assert returned["game"] != game.pk
    assert Game.objects.get(pk=game.pk).origin == GameOrigin.TOURNAMENT
    assert Game.objects.get(pk=returned["game"]).origin == GameOrigin.SUBMITTED


@pytest.mark.parametrize("is_known", [False, True])
def test_a_dry_run_stores_nothing_and_issues_no_receipt(is_known: bool, organiser: SchemaClient):
    known = submitted(organiser, record()).json()["game"] if is_known else None

    response = submitted(organiser, record(), dry_run="true")

    returned = response.json()
    assert (response.status_code, returned["status"]) == (200, "known" if is_known else "valid")
    assert (returned["game"], returned["verdict"], returned["receipt"]) == (known, "exact", None)
    assert Game.objects.count() == is_known
    assert GameSeed.objects.count() == is_known


LAST = len(record().splitlines())
FAULTS = {
    "an illegal action": (changed(record(), 7, b'"position":', b'"position":1'), 7, 6, "malformed_event"),
    "another seat's turn": (changed(record(), 5, b'"actor":', b'"actor":1'), 5, 4, "not_your_turn"),
    "not json": (changed(record(), 9, b"{", b"["), 9, 8, "not_json"),
    "an unknown ruleset": (
        changed(record(), 1, b"moon-river@1", b"moon-river@9"),
        1,
        None,
        "unknown_ruleset",
    ),
    "another head": (
        changed(record(), LAST, record().splitlines()[-1][9:17], b"01234567"),
        LAST,
        None,
        "head_mismatch",
    ),
    "an illegal action before a line that is not json": (
        changed(changed(record(), 7, b'"position":', b'"position":1'), 50, b"{", b"["),
        7,
        6,
        "malformed_event",
    ),
    "cut off": (b"\n".join(record().splitlines()[:50]), 50, None, "no_trailer"),
    "no end": (
        b"\n".join([*record().splitlines()[:-2], record().splitlines()[-1]]),
        LAST - 1,
        None,
        "not_finished",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_record_is_refused_with_its_first_fault_and_nothing_of_it_is_stored(
    fault: str, organiser: SchemaClient
):
    text, line, seq, code = FAULTS[fault]

    response = submitted(organiser, text)

    assert problem(response) == (422, "record_refused")
    returned = response.json()["fault"]
    assert (returned["line"], returned["seq"], returned["code"]) == (line, seq, code)
    assert returned["rule"] == CORE_CODES[code]
    assert not Game.objects.exists()
    assert not Event.objects.exists()
    assert not GameSeed.objects.exists()


def test_a_fault_by_a_rule_of_the_ruleset_has_its_sentence(organiser: SchemaClient):
    text = record()
    placed = [line for line in text.splitlines() if b"domino_placed" in line and b'"actor":0' in line]
    cells = [orjson.dumps(orjson.loads(line)["data"]["cells"]) for line in placed]
    number = text.splitlines().index(placed[1]) + 1

    returned = submitted(organiser, changed(text, number, cells[1], cells[0])).json()["fault"]

    rulesets = organiser.get("/api/v1/rulesets/moon-river@1/").json()
    assert (returned["line"], returned["seq"]) == (number, number - 1)
    assert returned["code"] not in CORE_CODES
    assert returned["rule"] == rulesets["codes"][returned["code"]]


# Batches


def test_each_record_of_a_batch_has_its_result_in_order(organiser: SchemaClient):
    good = [packed(record(number)) for number in (1, 2, 3)]
    bad = packed(changed(record(4), 7, b'"position":', b'"position":1'))
    known = submitted(organiser, record(3)).json()["game"]

    response = submitted(organiser, b"".join([good[0], bad, good[1], b"nonsense\n", good[2], good[0]]), BATCH)

    returned = response.json()
    results = returned["results"]
    assert response.status_code == 200
    assert [result["status"] for result in results] == [
        *("accepted", "refused", "accepted"),
        *("refused", "known", "known"),
    ]
    assert [result["record"] for result in results] == [1, 2, 3, 4, 5, 6]
    assert (returned["accepted"], returned["known"], returned["refused"], returned["valid"]) == (2, 2, 2, 0)
    assert (results[1]["fault"]["line"], results[1]["fault"]["seq"]) == (7, 6)
    assert (results[3]["fault"]["code"], results[3]["fault"]["line"]) == ("not_json", None)
    assert results[4]["game"] == known
    assert results[5]["game"] == results[0]["game"]
    assert Game.objects.count() == 3


def test_a_batch_is_stored_in_chunks(organiser: SchemaClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.import_export.submissions._STEPS_PER_CHUNK", 300)
    body = b"".join(packed(record(number)) for number in range(1, 8))

    returned = submitted(organiser, body, BATCH).json()

    assert returned["accepted"] == 7
    games = [result["game"] for result in returned["results"]]
    heads = {game.pk: bytes(game.head_hash).hex() for game in Game.objects.all()}
    assert [heads[game] for game in games] == [result["head"] for result in returned["results"]]


def test_a_dry_run_of_a_batch_stores_nothing(organiser: SchemaClient):
    returned = submitted(organiser, packed(record(1)) + b"{}\n", BATCH, dry_run="true").json()

    assert (returned["valid"], returned["refused"]) == (1, 1)
    assert not Game.objects.exists()


def test_the_last_line_of_a_batch_needs_no_line_feed_and_a_blank_line_is_refused(
    organiser: SchemaClient,
):
    returned = submitted(organiser, packed(record(1)) + b"\n" + packed(record(2)).rstrip(b"\n"), BATCH).json()

    assert [result["status"] for result in returned["results"]] == ["accepted", "refused", "accepted"]
    assert returned["results"][1]["fault"]["code"] == "blank_line"


# Seeds


def test_the_verdict_on_a_committed_secret_seed_does_not_depend_on_chance(organiser: SchemaClient):
    scheduled_game(seed=kept_seed(1))

    right = submitted(organiser, record(1, with_seed=False)).json()
    wrong = submitted(organiser, record(1, with_seed=False, dealt_from=2)).json()

    for returned in (right, wrong):
        game = Game.objects.get(pk=returned["game"])
        assert (returned["status"], returned["verdict"], game.seed) == ("accepted", "chance_unproven", None)
        assert verify_game(game.pk).status.value == "chance_unproven"
        assert organiser.get(f"/api/v1/games/{game.pk}/").json()["seed"] is None
    assert secret_number(1).hex().encode() not in organiser.get("/api/v1/games/").content


def test_a_submission_does_not_reveal_a_secret_seed(organiser: SchemaClient, anyone: SchemaClient):
    games = scheduled_games(1, seed=kept_seed(1))

    returned = submitted(organiser, record(1)).json()

    for game_id in (returned["game"], games[0].pk):
        assert anyone.get(f"/api/v1/games/{game_id}/").json()["seed"] is None
    assert secret_number(1).hex() not in b"".join(game_record_lines(returned["game"])).decode()
    chunk_append(chunk=[Appending(games[0].pk, 0, log_of(games[0]))])
    assert anyone.get(f"/api/v1/games/{returned['game']}/").json()["seed"] == secret_number(1).hex()


def test_the_seed_of_a_refused_record_is_not_stored(organiser: SchemaClient):
    lines = record(1).splitlines()
    lines[1] = record(2).splitlines()[1]

    assert submitted(organiser, b"\n".join(lines)).json()["fault"]["code"] == "chance_differs"
    assert not GameSeed.objects.exists()


def test_a_game_is_proven_when_its_seed_is_disclosed_later_and_every_response_says_so(
    organiser: SchemaClient, other: SchemaClient, anyone: SchemaClient
):
    first = submitted(organiser, record(with_seed=False)).json()
    dry = submitted(other, record(), dry_run="true").json()
    assert (dry["status"], dry["verdict"], GameSeed.objects.count()) == ("known", "exact", 0)
    rows = list(Event.objects.values_list())

    returned = submitted(other, record())

    assert returned.status_code == 200
    assert (returned.json()["status"], returned.json()["game"], returned.json()["verdict"]) == (
        *("known", first["game"]),
        "exact",
    )
    assert anyone.sent("/api/v1/receipts/verify/", orjson.dumps(returned.json()["receipt"])).json() == {
        "valid": True,
        "code": None,
    }
    shown = anyone.get(f"/api/v1/games/{first['game']}/").json()
    assert (shown["verdict"]["status"], shown["seed"]) == ("exact", secret_number(1).hex())
    assert shown["submitted_by"] == "organiser"
    assert list(Event.objects.values_list()) == rows
    assert submitted(organiser, record(with_seed=False)).json()["verdict"] == "exact"
    game = Game.objects.get()
    assert b"".join(game_record_lines(game.pk)) == record()


def test_of_several_records_of_a_game_in_a_batch_the_most_complete_counts(organiser: SchemaClient):
    seedless, returned = packed(record(with_seed=False)), packed(record())

    results = submitted(organiser, seedless + returned + seedless, BATCH).json()["results"]

    assert [result["status"] for result in results] == ["accepted", "known", "known"]
    assert [result["verdict"] for result in results] == ["exact"] * 3
    assert Game.objects.get().verdict == "exact"


def test_the_record_of_a_game_with_a_changed_log_gets_no_receipt(
    organiser: SchemaClient,
):
    game = submitted(organiser, record(with_seed=False)).json()["game"]
    flip_bit(game, 30, "chain")

    returned = submitted(organiser, record()).json()

    assert (returned["status"], returned["game"], returned["verdict"], returned["receipt"]) == (
        *("known", game),
        *("diverged", None),
    )


# Once


def test_a_key_gets_the_same_receipt(organiser: SchemaClient):
    first, again = (
        organiser.sent("/api/v1/submissions/", record(), LINES, HTTP_IDEMPOTENCY_KEY="a") for _ in range(2)
    )

    assert again.content == first.content
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")


def test_a_key_of_another_record_is_refused(organiser: SchemaClient):
    organiser.sent("/api/v1/submissions/", packed(record(1)), BATCH, HTTP_IDEMPOTENCY_KEY="a")

    response = organiser.sent("/api/v1/submissions/", packed(record(2)), BATCH, HTTP_IDEMPOTENCY_KEY="a")

    assert problem(response) == (422, "key_reused")
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_records_submitted_at_the_same_moment_become_one_game_each():
    client = client_of(ORGANISER)
    texts = [packed(record(number)) for number in (1, 2, 3)]

    def submit(order: tuple[int, ...]) -> list[int]:
        try:
            body = b"".join(texts[number] for number in order)
            return [result["game"] for result in submitted(client, body, BATCH).json()["results"]]
        finally:
            connection.close()

    orders = [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(submit, orders))

    assert Game.objects.count() == 3
    assert (
        len(
            {
                (number, game)
                for order, games in zip(orders, found, strict=True)
                for number, game in zip(order, games, strict=True)
            }
        )
        == 3
    )


def test_the_queries_of_a_submission_do_not_depend_on_the_number_of_records(
    organiser: SchemaClient, django_assert_max_num_queries: Any
):
    bodies = [b"".join(packed(record(number)) for number in numbers) for numbers in ((1,), range(2, 8))]

    for body in bodies:
        with django_assert_max_num_queries(23):
            submitted(organiser, body, BATCH)

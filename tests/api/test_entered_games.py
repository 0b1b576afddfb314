"""The organiser's switch over REST: which submitted games a tournament counts, and how they are entered in it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.v1.streams.sources import TournamentSource
from games.models import Bot, Game, GameSeed
from tests.api.client import SchemaClient, client_of, faults, problem, streamed_content
from tests.api.conftest import ORGANISER
from tests.api.submitting import BATCH, LINES, submitted
from tests.games.records import packed, record
from tests.tournaments.entry_builders import bots_of, make_open_play, submit_records
from tournaments.models import EnteredGame, Tournament
from tournaments.planning import tournament_finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(db: None) -> list[Bot]:
    """Remote bots of the organiser's."""
    return bots_of("organiser", "ann", "ben")


@pytest.fixture
def cup(mine: list[Bot]) -> Tournament:
    """A running tournament of the organiser's that counts games whose chance is proven."""
    return make_open_play(*mine)


def address(tournament: Tournament, path: str = "") -> str:
    return f"/api/v1/tournaments/{tournament.pk}/{path}"


def switched(client: SchemaClient, tournament: Tournament, policy: str) -> Any:
    return client.patch(address(tournament), {"submitted_games": policy}, format="json")


def standings(client: SchemaClient, tournament: Tournament) -> list[tuple[int, int]]:
    rows = client.get(address(tournament, "standings/")).json()["rows"]
    return [(row["games"], row["submitted"]) for row in rows]


# The tournament


#: What is sent to make an open play.
OPEN_PLAY = {
    "name": "Played Elsewhere",
    "ruleset": "moon-river@1",
    "seats": 2,
    "bots": ["ann", "ben"],
    "options": {"mode": "base"},
    "format": "open_play",
    "submitted_games": "exact",
}


def test_open_play_is_created_started_and_finished(
    organiser: SchemaClient, anyone: SchemaClient, mine: list[Bot]
):
    created = organiser.post("/api/v1/tournaments/", OPEN_PLAY | {"submitted_games": "legal"}, format="json")
    returned = created.json()
    place = f"/api/v1/tournaments/{returned['id']}/"

    assert (returned["format"], returned["submitted_games"]) == ("open_play", "legal")
    assert returned["games"] == {"planned": 0, "finished": 0, "submitted": 0}
    assert organiser.post(f"{place}start/").json()["status"] == "running"
    progress = anyone.get(f"{place}progress/").json()
    assert (progress["planned"], progress["share"], progress["blockers"]) == (0, None, [])
    assert organiser.post(f"{place}finish/").json()["status"] == "finished"
    assert problem(organiser.post(f"{place}finish/")) == (409, "already_over")
    assert anyone.get(f"{place}standings/").json()["status"] == "finished"


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"submitted_games": "some"}, "submitted_games", "unknown_value"),
        ({"submitted_games": 1}, "submitted_games", "unknown_value"),
        ({"format": "swiss"}, "format", "unknown_value"),
        ({"submitted_games": "refused"}, "submitted_games", "submitted_games_needed"),
        ({"deals": 3}, "deals", "nothing_planned"),
        ({"rotation": "all"}, "rotation", "nothing_planned"),
        ({"format": "round_robin"}, "bots", "bot_not_runnable"),
    ],
)
def test_contradictory_fields_are_refused(
    changes: dict[str, Any], field: str, code: str, organiser: SchemaClient, mine: list[Bot]
):
    response = organiser.post("/api/v1/tournaments/", OPEN_PLAY | changes, format="json")

    assert problem(response) == (400, "invalid_request")
    assert (field, code) in faults(response)
    assert not Tournament.objects.exists()


def test_a_tournament_with_a_plan_or_not_started_is_not_finished(
    tournament: Tournament, organiser: SchemaClient
):
    assert problem(organiser.post(address(tournament, "finish/"))) == (409, "tournament_not_running")
    organiser.post(address(tournament, "start/"))
    assert problem(organiser.post(address(tournament, "finish/"))) == (409, "ends_by_itself")


# The switch


@pytest.mark.parametrize("role", ["organiser", "staff"])
def test_changing_the_switch_changes_the_standings_and_back(
    role: str, cup: Tournament, anyone: SchemaClient, request: pytest.FixtureRequest
):
    client: SchemaClient = request.getfixturevalue(role)
    switched(client, cup, "legal")
    submit_records(cup, record(1), record(2, with_seed=False), by="organiser")

    for policy, games in (("legal", 2), ("exact", 1), ("legal", 2)):
        returned = switched(client, cup, policy).json()

        assert (returned["submitted_games"], returned["games"]["submitted"]) == (policy, games)
        assert standings(anyone, cup) == [(games, games)] * 2
        progress = anyone.get(address(cup, "progress/")).json()
        assert (progress["submitted"], progress["not_counted"]) == (games, 2 - games)
        cells = anyone.get(address(cup, "crosstable/")).json()["rows"][0]["cells"]
        assert [(cell["games"], cell["submitted"]) for cell in cells if cell] == [(games, games)]
        (bot,) = anyone.get("/api/v1/bots/ann/").json()["record"]
        assert (bot["games"], bot["submitted"]) == (games, games)
        listed = anyone.get(f"/api/v1/games/?tournament={cup.pk}&origin=submitted").json()["results"]
        assert {game["verdict"]["status"]: game["counts"] for game in listed} == {
            "exact": True,
            "chance_unproven": games == 2,
        }
        assert {(game["tournament"]["id"], game["submitted_by"]) for game in listed} == {
            (cup.pk, "organiser")
        }


def test_the_switch_can_be_changed_when_the_tournament_is_over(cup: Tournament, organiser: SchemaClient):
    switched(organiser, cup, "legal")
    submit_records(cup, record(with_seed=False), by="organiser")
    tournament_finish(cup)

    assert switched(organiser, cup, "exact").status_code == 200
    assert standings(organiser, cup) == [(0, 0)] * 2


def test_the_switch_of_a_tournament_with_a_plan_can_be_turned_off(
    tournament: Tournament, organiser: SchemaClient
):
    assert switched(organiser, tournament, "exact").json()["submitted_games"] == "exact"
    assert switched(organiser, tournament, "refused").json()["submitted_games"] == "refused"


def test_the_switch_of_open_play_cannot_be_turned_off(cup: Tournament, organiser: SchemaClient):
    response = switched(organiser, cup, "refused")

    assert problem(response) == (400, "invalid_request")
    assert faults(response) == {("submitted_games", "submitted_games_needed")}
    assert organiser.get(address(cup)).json()["submitted_games"] == "exact"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({}, ("submitted_games", "required")),
        ({"submitted_games": "all"}, ("submitted_games", "unknown_value")),
        ({"submitted_games": "exact", "name": "Other"}, ("name", "unknown_field")),
    ],
)
def test_no_other_field_can_be_changed(
    body: dict[str, str], fault: tuple[str, str], tournament: Tournament, organiser: SchemaClient
):
    response = organiser.patch(address(tournament), body, format="json")

    assert problem(response) == (400, "invalid_request")
    assert fault in faults(response)


# Entering


def test_an_entered_game_is_marked_everywhere(cup: Tournament, organiser: SchemaClient, anyone: SchemaClient):
    response = submitted(organiser, record(), tournament=str(cup.pk))

    returned = response.json()
    assert (response.status_code, returned["status"], returned["tournament"]) == (201, "accepted", cup.pk)
    game = anyone.get(f"/api/v1/games/{returned['game']}/").json()
    assert (game["origin"], game["submitted_by"], game["counts"]) == ("submitted", "organiser", True)
    assert game["tournament"] == {"id": cup.pk, "name": "Played Elsewhere"}
    assert [seat["bot"] for seat in game["seating"]] == ["ann", "ben"]
    assert standings(anyone, cup) == [(1, 1)] * 2


def test_the_same_record_again_is_known_and_counts_once(cup: Tournament, organiser: SchemaClient):
    first = submitted(organiser, record(), tournament=str(cup.pk)).json()

    again = submitted(organiser, record(), tournament=str(cup.pk))

    assert (again.status_code, again.json()["status"], again.json()["game"]) == (200, "known", first["game"])
    assert standings(organiser, cup) == [(1, 1)] * 2


def test_a_key_gets_the_same_response_and_belongs_to_its_tournament(cup: Tournament, organiser: SchemaClient):
    place = f"/api/v1/submissions/?tournament={cup.pk}"
    first, again = (organiser.sent(place, record(), LINES, HTTP_IDEMPOTENCY_KEY="a") for _ in range(2))
    elsewhere = organiser.sent("/api/v1/submissions/", record(), LINES, HTTP_IDEMPOTENCY_KEY="a")

    assert again.content == first.content
    assert problem(elsewhere) == (422, "key_reused")


def test_a_game_submitted_without_a_tournament_is_entered_later(cup: Tournament, organiser: SchemaClient):
    before = submitted(organiser, record()).json()
    game = organiser.get(f"/api/v1/games/{before['game']}/").json()

    later = submitted(organiser, record(), tournament=str(cup.pk)).json()

    assert (before["tournament"], game["tournament"], game["counts"]) == (None, None, False)
    assert (later["status"], later["game"], later["tournament"]) == ("known", before["game"], cup.pk)


def test_each_record_of_a_batch_has_its_own_result(cup: Tournament, organiser: SchemaClient):
    bodies = [packed(record(1)), packed(record(2, with_seed=False)), b"{}\n", packed(record(1))]

    returned = submitted(organiser, b"".join(bodies), BATCH, tournament=str(cup.pk)).json()

    assert [result["status"] for result in returned["results"]] == ["accepted", "refused", "refused", "known"]
    assert [result["tournament"] for result in returned["results"]] == [cup.pk, None, None, cup.pk]
    fault = returned["results"][1]["fault"]
    assert (fault["code"], fault["field"], fault["expected"]) == (
        *("verdict_not_counted", "trailer", "one of exact"),
    )
    assert EnteredGame.objects.count() == Game.objects.count() == 1


@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_a_record_that_does_not_match_the_tournament_is_refused_with_code_and_rule(
    dry_run: str, cup: Tournament, organiser: SchemaClient, other: SchemaClient
):
    for client, text, code, field in (
        (organiser, record(1, players=("ann", "nobody")), "not_an_entrant", "players.1"),
        (organiser, record(2, seats=3), "other_seat_count", "seats"),
        (other, record(3), "not_an_entrant", "players.0"),
    ):
        response = submitted(client, text, tournament=str(cup.pk), dry_run=dry_run)

        fault = response.json()["fault"]
        assert problem(response) == (422, "record_refused")
        assert (fault["code"], fault["field"], fault["line"]) == (code, field, 1)
        assert fault["rule"]
    assert not Game.objects.exists()
    assert not GameSeed.objects.exists()


@pytest.mark.parametrize(
    ("status", "policy", "code"),
    [
        ("draft", "exact", "tournament_not_running"),
        ("cancelled", "exact", "tournament_not_running"),
        ("finished", "exact", "tournament_not_running"),
        ("running", "refused", "submitted_games_refused"),
    ],
)
def test_a_tournament_that_accepts_no_games_refuses_all_records(
    status: str, policy: str, code: str, cup: Tournament, organiser: SchemaClient
):
    Tournament.objects.update(status=status, submitted_games=policy)

    for body, kind in ((record(), LINES), (packed(record()), BATCH)):
        for dry_run in ("true", "false"):
            response = submitted(organiser, body, kind, tournament=str(cup.pk), dry_run=dry_run)
            assert problem(response) == (409, code)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("404", "not_found"),
        ("0", "not_found"),
        ("x", "wrong_type"),
        ("-1", "too_small"),
        ("9" * 30, "wrong_type"),
        ("", "blank"),
    ],
)
def test_a_missing_tournament_is_refused(number: str, code: str, organiser: SchemaClient):
    response = submitted(organiser, record(), tournament=number)

    assert problem(response) == (400, "invalid_parameters")
    assert faults(response) == {("tournament", code)}
    assert not Game.objects.exists()


def test_a_dry_run_for_a_tournament_stores_nothing(cup: Tournament, organiser: SchemaClient):
    returned = submitted(organiser, record(), tournament=str(cup.pk), dry_run="true").json()

    assert (returned["status"], returned["tournament"], returned["receipt"]) == ("valid", cup.pk, None)
    assert not Game.objects.exists()
    assert standings(organiser, cup) == [(0, 0)] * 2


@pytest.mark.django_db(transaction=True)
def test_batches_submitted_at_the_same_moment_count_each_game_once():
    cup = make_open_play(*bots_of("organiser", "ann", "ben"))
    client = client_of(ORGANISER)
    texts = [packed(record(number)) for number in (1, 2, 3)]

    def submit(order: tuple[int, ...]) -> list[str]:
        try:
            body = b"".join(texts[number] for number in order)
            returned = submitted(client, body, BATCH, tournament=str(cup.pk)).json()
            return [result["status"] for result in returned["results"]]
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(submit, [(0, 1, 2), (2, 1, 0), (1, 2, 0)]))

    assert sorted(status for each in found for status in each) == ["accepted"] * 3 + ["known"] * 6
    assert standings(client, cup) == [(3, 3)] * 2


# A single game


def test_an_organiser_removes_a_game_and_puts_it_back(
    cup: Tournament, organiser: SchemaClient, anyone: SchemaClient
):
    game = submitted(organiser, record(), tournament=str(cup.pk)).json()["game"]
    place = address(cup, f"games/{game}/")

    for withdrawn, games in ((True, 0), (True, 0), (False, 1)):
        returned = organiser.patch(place, {"withdrawn": withdrawn}, format="json").json()

        assert (returned["id"], returned["counts"], returned["tournament"]["id"]) == (
            game,
            not withdrawn,
            cup.pk,
        )
        assert standings(anyone, cup) == [(games, games)] * 2


def test_only_the_organiser_and_staff_remove_a_game(
    cup: Tournament, other: SchemaClient, staff: SchemaClient, anyone: SchemaClient
):
    bots_of("other", "zed")
    game_id = submit_records(cup, by="organiser")[0].game_id
    place = address(cup, f"games/{game_id}/")

    assert problem(anyone.patch(place, {"withdrawn": True}, format="json")) == (401, "not_authenticated")
    assert problem(other.patch(place, {"withdrawn": True}, format="json")) == (403, "permission_denied")
    assert staff.patch(place, {"withdrawn": True}, format="json").status_code == 200
    assert EnteredGame.objects.get().withdrawn_by.username == "staff"  # type: ignore[union-attr]


@pytest.mark.parametrize("value", ["true", 1, "yes", []])
def test_only_booleans_remove_a_game(value: Any, cup: Tournament, organiser: SchemaClient):
    game_id = submit_records(cup, by="organiser")[0].game_id

    response = organiser.patch(address(cup, f"games/{game_id}/"), {"withdrawn": value}, format="json")

    assert problem(response) == (400, "invalid_request")
    assert faults(response) == {("withdrawn", "wrong_type")}


# Costs and news


def test_entering_needs_the_same_queries_for_any_number_of_records(cup: Tournament, organiser: SchemaClient):
    costs = []
    for numbers in ((1,), range(2, 8)):
        body = b"".join(packed(record(number)) for number in numbers)
        with CaptureQueriesContext(connection) as queries:
            submitted(organiser, body, BATCH, tournament=str(cup.pk))
        costs.append(len(queries))

    assert costs[0] == costs[1] <= 33


def test_reading_needs_the_same_queries_for_any_number_of_games(cup: Tournament, anyone: SchemaClient):
    for numbers in ((1,), range(2, 8)):
        submit_records(cup, *(record(number) for number in numbers), by="organiser")
        for path, most in (
            (address(cup), 3),
            (address(cup, "standings/"), 3),
            (address(cup, "crosstable/"), 4),
            (address(cup, "progress/"), 9),
            (f"/api/v1/games/?tournament={cup.pk}", 4),
            ("/api/v1/tournaments/", 1),
            ("/api/v1/bots/ann/", 2),
        ):
            with CaptureQueriesContext(connection) as queries:
                assert anyone.get(path).status_code == 200
            assert len(queries) <= most, path


def test_the_stream_sends_every_change_of_the_counts(cup: Tournament):
    source = TournamentSource(cup.pk)
    assert b'"submitted":0,"not_counted":0' in source.read()
    assert source.read() == b""

    submit_records(cup, by="organiser")
    assert b'"submitted":1,"not_counted":0' in source.read()
    EnteredGame.objects.update(withdrawn_at="2026-11-28T00:00Z")
    assert b'"submitted":0,"not_counted":1' in source.read()
    assert not source.is_over
    tournament_finish(cup)
    assert b"event: end" in source.read()


def test_exports_have_the_games_of_a_tournament(cup: Tournament, anyone: SchemaClient):
    submit_records(cup, record(1), by="organiser")
    submit_records(None, record(2), by="organiser")

    response = anyone.get(f"/api/v1/games/export/?tournament={cup.pk}")

    assert streamed_content(response).count(b"\n") == 1

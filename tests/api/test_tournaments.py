"""Tournaments over REST: created, started, played, read, cancelled."""

import pytest

from games.event_store import Appending, chunk_append
from games.models import Bot, Game
from tests.api.client import SchemaClient, problem
from tests.api.test_roles import BODY
from tests.games.factories import log_of
from tournaments.models import Tournament
from tournaments.planning import tournament_create, tournament_start
from tournaments.play.settlement import tournaments_settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(bots: list[Bot]) -> Tournament:
    """A tournament of three entrants at tables of two, played to its end."""
    tournament = tournament_create(**BODY | {"bots": bots})
    tournament_start(tournament)
    games = Game.objects.filter(planned_game__tournament=tournament)
    chunk_append(chunk=[Appending(game.pk, 0, log_of(game)) for game in games])
    tournaments_settle(game_ids=[game.pk for game in games])
    tournament.refresh_from_db()
    return tournament


def address(tournament: Tournament, path: str = "") -> str:
    return f"/api/v1/tournaments/{tournament.pk}/{path}"


def test_created_with_defaults(organiser: SchemaClient, bots: list[Bot]):
    response = organiser.post("/api/v1/tournaments/", BODY, format="json")

    returned = response.json()
    assert response.status_code == 201
    assert response.headers["Location"] == f"http://testserver/api/v1/tournaments/{returned['id']}/"
    assert (returned["status"], returned["deals"], returned["rotation"]) == ("draft", 1, "cyclic")
    assert (returned["format"], returned["submitted_games"]) == ("round_robin", "refused")
    assert (returned["components"], returned["options"]) == ("2026-1", {"mode": "base"})
    assert [entrant["bot"] for entrant in returned["entrants"]] == ["greedy", "random"]
    assert returned["games"] == {"planned": 2, "finished": 0, "submitted": 0}
    assert organiser.get(response.headers["Location"]).json() == returned


def test_created_with_every_field(organiser: SchemaClient, bots: list[Bot]):
    body = {
        **BODY,
        "bots": ["rancher", "rancher", "greedy"],
        "deals": 2,
        "rotation": "all",
        "components": "2026-1",
        "seats": 3,
    }

    returned = organiser.post("/api/v1/tournaments/", body, format="json").json()

    assert (returned["seats"], returned["deals"], returned["rotation"]) == (3, 2, "all")
    assert [entrant["bot"] for entrant in returned["entrants"]] == ["rancher", "rancher", "greedy"]
    assert returned["games"]["planned"] == 12


def test_started_and_cancelled(tournament: Tournament, organiser: SchemaClient):
    started = organiser.post(address(tournament, "start/")).json()
    cancelled = organiser.post(address(tournament, "cancel/")).json()

    assert (started["status"], cancelled["status"]) == ("running", "cancelled")
    assert started["started_at"]
    assert cancelled["finished_at"]
    assert set(Game.objects.values_list("status", flat=True)) == {"voided"}


def test_a_draft_can_be_cancelled_but_then_not_started(tournament: Tournament, organiser: SchemaClient):
    organiser.post(address(tournament, "cancel/"))

    assert problem(organiser.post(address(tournament, "start/"))) == (409, "not_draft")


def test_a_finished_tournament_can_be_neither_started_nor_cancelled(played: Tournament, staff: SchemaClient):
    assert played.status == "finished"
    assert problem(staff.post(address(played, "start/"))) == (409, "not_draft")
    assert problem(staff.post(address(played, "cancel/"))) == (409, "already_over")


def test_standings_add_up(played: Tournament, anyone: SchemaClient):
    returned = anyone.get(address(played, "standings/")).json()

    rows = returned["rows"]
    assert {row["entrant"]["bot"] for row in rows} == {"greedy", "random", "rancher"}
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert sum(row["points"] for row in rows) == 6
    assert {row["games"] for row in rows} == {4}


def test_standings_before_the_first_game_have_no_means(tournament: Tournament, anyone: SchemaClient):
    rows = anyone.get(address(tournament, "standings/")).json()["rows"]

    assert [(row["games"], row["mean_place"], row["mean_score"], row["share"]) for row in rows] == [
        (0, None, None, None)
    ] * 3


def test_crosstable_mirrors_itself(played: Tournament, anyone: SchemaClient):
    returned = anyone.get(address(played, "crosstable/")).json()

    cells = [row["cells"] for row in returned["rows"]]
    for here in range(3):
        assert cells[here][here] is None
        for there in range(here):
            assert cells[here][there]["above"] == cells[there][here]["below"]
            assert cells[here][there]["games"] == 2
    assert [row["entrant"] for row in returned["rows"]] == returned["entrants"]


def test_progress_of_a_draft(tournament: Tournament, anyone: SchemaClient):
    returned = anyone.get(address(tournament, "progress/")).json()

    assert (returned["status"], returned["planned"], returned["waiting"], returned["blockers"]) == (
        "draft",
        6,
        6,
        [],
    )


def test_progress_of_a_finished_tournament(played: Tournament, anyone: SchemaClient):
    returned = anyone.get(address(played, "progress/")).json()

    assert (returned["planned"], returned["finished"], returned["share"], returned["seconds_left"]) == (
        6,
        6,
        1.0,
        None,
    )
    counts = ("waiting", "playing", "finished", "voided", "stuck")
    assert sum(returned[name] for name in counts) == returned["planned"]


def test_a_bot_has_its_record(played: Tournament, anyone: SchemaClient):
    returned = anyone.get("/api/v1/bots/greedy/").json()

    assert [(record["ruleset"], record["seats"], record["games"]) for record in returned["record"]] == [
        ("moon-river@1", 2, 4)
    ]


def test_a_bot_without_games_has_no_record(bots: list[Bot], anyone: SchemaClient):
    assert anyone.get("/api/v1/bots/greedy/").json()["record"] == []

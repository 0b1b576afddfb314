"""Lists: pages forward and back, filters, and refusals of wrong parameters."""

from base64 import b64encode
from typing import Any

import pytest

from engine.core import ForfeitReason
from games.event_store import game_void
from games.models import Bot, Game, GameOrigin, Transport
from games.verification import verify_game
from tests.api.client import SchemaClient, faults, problem, user_named
from tests.api.test_roles import BODY
from tests.games.factories import (
    BotFactory,
    finished_game,
    kept_seed,
    running_game,
    scheduled_game,
    scheduled_games,
)
from tournaments.models import Tournament
from tournaments.planning import tournament_cancel, tournament_create, tournament_start

pytestmark = pytest.mark.django_db

LISTS = ("bots", "tournaments", "games", "rulesets")


def walk_pages(client: SchemaClient, address: str, direction: str = "next") -> list[list[Any]]:
    """Return the pages from an address to the last."""
    pages = []
    while address:
        page = client.get(address).json()
        pages.append(page["results"])
        address = page[direction]
        assert len(pages) < 50
    return pages


def cursor_of(text: str) -> str:
    """Return a cursor as DRF encodes it."""
    return b64encode(text.encode()).decode()


def list_ids(client: SchemaClient, address: str, key: str = "id") -> list[Any]:
    return [entry[key] for entry in client.get(address).json()["results"]]


class TestPages:
    @pytest.fixture
    def games(self, db: None) -> list[int]:
        return sorted((game.pk for game in scheduled_games(7)), reverse=True)

    @pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8])
    def test_every_entry_is_on_one_page(self, limit: int, games: list[int], anyone: SchemaClient):
        pages = walk_pages(anyone, f"/api/v1/games/?limit={limit}")

        assert [game["id"] for page in pages for game in page] == games
        assert all(len(page) == limit for page in pages[:-1])

    @pytest.mark.parametrize("limit", [1, 2, 3, 7])
    def test_the_same_pages_lead_back_to_the_start(self, limit: int, games: list[int], anyone: SchemaClient):
        address = last = f"/api/v1/games/?limit={limit}"
        while address:
            last, address = address, anyone.get(address).json()["next"]

        backwards = walk_pages(anyone, last, "previous")

        assert [game["id"] for page in reversed(backwards) for game in page] == games

    def test_the_first_page_has_no_previous_and_the_last_no_next(
        self, games: list[int], anyone: SchemaClient
    ):
        first = anyone.get("/api/v1/games/?limit=4").json()
        last = anyone.get(first["next"]).json()

        assert (first["previous"], last["next"]) == (None, None)
        assert anyone.get(last["previous"]).json()["previous"] is None

    def test_a_last_page_that_is_full_has_no_next(self, games: list[int], anyone: SchemaClient):
        assert anyone.get("/api/v1/games/?limit=7").json()["next"] is None

    def test_new_entries_do_not_shift_the_next_page(self, games: list[int], anyone: SchemaClient):
        first = anyone.get("/api/v1/games/?limit=3").json()
        scheduled_game()

        assert list_ids(anyone, first["next"]) == games[3:6]

    def test_links_keep_the_filters(self, games: list[int], anyone: SchemaClient):
        link = anyone.get("/api/v1/games/?limit=3&status=scheduled").json()["next"]

        assert "status=scheduled" in link
        assert "limit=3" in link

    def test_bots_are_paged_by_name(self, anyone: SchemaClient):
        names = sorted(BotFactory.create(name=f"bot-{number}").name for number in range(5))

        assert [bot["name"] for page in walk_pages(anyone, "/api/v1/bots/?limit=2") for bot in page] == names

    def test_tournaments_are_paged_newest_first(self, bots: list[Bot], anyone: SchemaClient):
        made = [tournament_create(**BODY | {"bots": bots}).pk for _ in range(3)]

        walk = walk_pages(anyone, "/api/v1/tournaments/?limit=1")

        assert [entry["id"] for page in walk for entry in page] == made[::-1]

    def test_events_are_paged_in_order_forward_and_back(self, game: Game, anyone: SchemaClient):
        address = last = f"/api/v1/games/{game.pk}/events/?limit=20"
        while address:
            last, address = address, anyone.get(address).json()["next"]
        forward = walk_pages(anyone, f"/api/v1/games/{game.pk}/events/?limit=20")
        backward = walk_pages(anyone, last, "previous")

        expected = list(range(1, game.head_seq + 1))
        assert [event["seq"] for page in forward for event in page] == expected
        assert [event["seq"] for page in reversed(backward) for event in page] == expected

    def test_rulesets_are_paged(self, anyone: SchemaClient):
        assert "moon-river@1" in list_ids(anyone, "/api/v1/rulesets/", "key")

    @pytest.mark.parametrize("name", LISTS)
    def test_an_empty_page_has_no_neighbours(self, name: str, anyone: SchemaClient):
        key = "0" if name in ("games", "tournaments") else "~"

        assert anyone.get(f"/api/v1/{name}/", {"cursor": cursor_of(f"p={key}")}).json() == {
            "next": None,
            "previous": None,
            "results": [],
        }

    @pytest.mark.parametrize("name", LISTS)
    @pytest.mark.parametrize(
        "cursor",
        ["x", "====", "!!!!", "Zg", "é", "A" * 3000]
        + [cursor_of(text) for text in ("x12", "p=", "o=5", "r=1", "r=x&p=1", "p=1%002", "p=" + "9" * 250)],
    )
    def test_an_invalid_cursor_is_refused(self, name: str, cursor: str, anyone: SchemaClient):
        assert problem(anyone.get(f"/api/v1/{name}/", {"cursor": cursor})) == (400, "invalid_cursor")

    @pytest.mark.parametrize(
        "cursor", ["p=abc", "p=-1", "p=1.5", "r=1&p=1e3", "p=%C2%B2", "p=%FF", "p=99999999999999999999"]
    )
    def test_a_cursor_whose_key_is_not_an_id_is_refused(self, cursor: str, anyone: SchemaClient):
        response = anyone.get("/api/v1/games/", {"cursor": cursor_of(cursor)})

        assert problem(response) == (400, "invalid_cursor")

    @pytest.mark.parametrize("name", LISTS)
    @pytest.mark.parametrize(
        ("limit", "code"),
        [
            ("0", "too_small"),
            ("-1", "too_small"),
            ("201", "too_large"),
            ("9" * 30, "wrong_type"),
            ("x", "wrong_type"),
            ("1.5", "wrong_type"),
            ("٣", "wrong_type"),
            ("", "blank"),
        ],
    )
    def test_a_wrong_limit_is_refused(self, name: str, limit: str, code: str, anyone: SchemaClient):
        response = anyone.get(f"/api/v1/{name}/", {"limit": limit})

        assert problem(response) == (400, "invalid_parameters")
        assert faults(response) == {("limit", code)}


class TestGameFilters:
    @pytest.fixture
    def played(self, bots: list[Bot]) -> dict[str, int]:
        tournament = tournament_create(**BODY | {"bots": bots[:2]})
        tournament_start(tournament)
        games = {
            "finished": finished_game(bots=bots[:2]),
            "forfeited": finished_game(forfeit=ForfeitReason.RESIGNED, seed=kept_seed(2)),
            "running": running_game(9, seats=3),
            "scheduled": scheduled_game(seats=4, origin=GameOrigin.LIVE),
            "voided": scheduled_game(),
        }
        game_void(game_id=games["voided"].pk, reason="a test")
        verify_game(games["finished"].pk)
        return {name: game.pk for name, game in games.items()}

    def test_every_filter(self, played: dict[str, int], anyone: SchemaClient):
        expected: dict[str, set[str]] = {
            "status=finished": {"finished", "forfeited"},
            "status=running": {"running"},
            "status=voided": {"voided"},
            "status=scheduled&origin=live": {"scheduled"},
            "origin=live": {"scheduled"},
            "verdict=exact": {"finished"},
            "verdict=diverged": set(),
            "termination=completed": {"finished"},
            "termination=abandoned": {"forfeited"},
            "seats=3": {"running"},
            "seats=12": set(),
            "bot=greedy&verdict=exact": {"finished"},
            "bot=rancher": set(),
            "ruleset=moon-river@1&seats=4": {"scheduled"},
        }
        found = {query: list_ids(anyone, f"/api/v1/games/?{query}") for query in expected}

        assert {query: set(games) for query, games in found.items()} == {
            query: {played[name] for name in names} for query, names in expected.items()
        }
        assert all(len(games) == len(set(games)) for games in found.values())

    def test_games_of_a_tournament(self, played: dict[str, int], anyone: SchemaClient):
        tournament = Tournament.objects.get()

        response = anyone.get(f"/api/v1/games/?tournament={tournament.pk}").json()

        planned = tournament.planned_games.values_list("game_id", flat=True)
        assert {game["id"] for game in response["results"]} == set(planned)
        assert {game["tournament"]["name"] for game in response["results"]} == {tournament.name}

    def test_a_game_is_listed_once_if_a_bot_has_two_seats(self, anyone: SchemaClient):
        bot = BotFactory.create(name="twin")
        game = finished_game(bots=[bot, bot])

        assert list_ids(anyone, "/api/v1/games/?bot=twin") == [game.pk]


class TestTournamentFilters:
    @pytest.fixture
    def made(self, bots: list[Bot]) -> dict[str, int]:
        draft = tournament_create(**BODY | {"bots": bots[:2], "created_by": user_named("organiser")})
        running = tournament_create(**BODY | {"bots": bots[1:]})
        tournament_start(running)
        cancelled = tournament_create(**BODY | {"bots": bots})
        tournament_cancel(cancelled)
        return {"draft": draft.pk, "running": running.pk, "cancelled": cancelled.pk}

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("status=draft", {"draft"}),
            ("status=running", {"running"}),
            ("status=cancelled", {"cancelled"}),
            ("status=finished", set()),
            ("ruleset=moon-river@1", {"draft", "running", "cancelled"}),
            ("bot=greedy", {"draft", "cancelled"}),
            ("bot=rancher&status=running", {"running"}),
            ("created_by=organiser", {"draft"}),
        ],
    )
    def test_filter(self, query: str, names: set[str], made: dict[str, int], anyone: SchemaClient):
        assert set(list_ids(anyone, f"/api/v1/tournaments/?{query}")) == {made[name] for name in names}

    def test_a_filter_does_not_change_the_counts(self, made: dict[str, int], anyone: SchemaClient):
        by_bot = anyone.get("/api/v1/tournaments/?bot=rancher&status=running").json()["results"]
        plain = anyone.get("/api/v1/tournaments/?status=running").json()["results"]

        assert by_bot == plain
        assert plain[0]["games"] == {"planned": 2, "finished": 0, "submitted": 0}


class TestBotFilters:
    @pytest.fixture
    def made(self, db: None) -> None:
        BotFactory(name="plays-all")
        BotFactory(name="plays-it", rulesets=["moon-river@1"])
        BotFactory(name="plays-another", rulesets=["goldgraeber@1"])
        BotFactory(name="remote", transport=Transport.REMOTE, active=False)

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("ruleset=moon-river@1", ["plays-all", "plays-it", "remote"]),
            ("transport=remote", ["remote"]),
            ("transport=http", []),
            ("active=true", ["plays-all", "plays-another", "plays-it"]),
            ("active=false", ["remote"]),
            ("active=true&ruleset=moon-river@1", ["plays-all", "plays-it"]),
        ],
    )
    def test_filter(self, query: str, names: list[str], made: None, anyone: SchemaClient):
        assert list_ids(anyone, f"/api/v1/bots/?{query}", "name") == names


class TestRefusals:
    @pytest.mark.parametrize(
        ("query", "field", "code"),
        [
            ("games/?status=over", "status", "unknown_value"),
            ("games/?ruleset=chess@1", "ruleset", "unknown_value"),
            ("games/?origin=mars", "origin", "unknown_value"),
            ("games/?verdict=fine", "verdict", "unknown_value"),
            ("games/?termination=boredom", "termination", "unknown_value"),
            ("games/?seats=two", "seats", "unknown_value"),
            ("games/?seats=99999999999999999999", "seats", "unknown_value"),
            ("games/?tournament=12345", "tournament", "unknown_value"),
            ("games/?tournament=x", "tournament", "unknown_value"),
            ("games/?tournament=99999999999999999999999", "tournament", "unknown_value"),
            ("games/?bot=nobody", "bot", "unknown_value"),
            ("games/?bot=%00", "bot", "bad_character"),
            ("games/?bot=", "bot", "blank"),
            ("games/?status=running&status=finished", "status", "repeated_parameter"),
            ("games/?page=2", "page", "unknown_parameter"),
            ("games/?format=json", "format", "unknown_parameter"),
            ("tournaments/?status=over", "status", "unknown_value"),
            ("tournaments/?ruleset=chess@1", "ruleset", "unknown_value"),
            ("tournaments/?bot=nobody", "bot", "unknown_value"),
            ("tournaments/?created_by=nobody", "created_by", "unknown_value"),
            ("tournaments/?name=x", "name", "unknown_parameter"),
            ("bots/?active=maybe", "active", "unknown_value"),
            ("bots/?active=1", "active", "unknown_value"),
            ("bots/?transport=pigeon", "transport", "unknown_value"),
            ("bots/?ruleset=chess@1", "ruleset", "unknown_value"),
            ("bots/?owner=x", "owner", "unknown_value"),
            ("rulesets/?key=x", "key", "unknown_parameter"),
            ("problems/?code=x", "code", "unknown_parameter"),
            ("rulesets/moon-river@1/?x=1", "x", "unknown_parameter"),
        ],
    )
    def test_refused(self, query: str, field: str, code: str, anyone: SchemaClient):
        response = anyone.get(f"/api/v1/{query}")

        assert problem(response) == (400, "invalid_parameters")
        assert faults(response) == {(field, code)}
        assert response.json()["errors"][0]["expected"]

    @pytest.mark.parametrize("path", ["", "events/", "record/", "verify/", "frames/"])
    def test_a_game_refuses_unknown_parameters(self, path: str, game: Game, anyone: SchemaClient):
        response = anyone.get(f"/api/v1/games/{game.pk}/{path}?x=1")

        assert faults(response) == {("x", "unknown_parameter")}

    @pytest.mark.parametrize("path", ["", "standings/", "crosstable/", "progress/"])
    def test_a_tournament_refuses_parameters(self, path: str, tournament: Tournament, anyone: SchemaClient):
        response = anyone.get(f"/api/v1/tournaments/{tournament.pk}/{path}?x=1")

        assert faults(response) == {("x", "unknown_parameter")}

    def test_a_request_that_changes_something_refuses_parameters(
        self, tournament: Tournament, organiser: SchemaClient
    ):
        response = organiser.post(f"/api/v1/tournaments/{tournament.pk}/start/?dry_run=true")

        assert faults(response) == {("dry_run", "unknown_parameter")}
        assert Tournament.objects.get().status == "draft"

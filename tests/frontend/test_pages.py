"""The pages of tournaments, bots and lists, and the front page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.core import ForfeitReason
from games.event_store import Appending, chunk_append
from games.models import Bot, Game
from games.verification import verify_game
from tests.games import goldgraeber_games
from tests.games.factories import BotFactory, finished_game, log_of, running_game
from tournaments.models import PlannedStatus, Tournament
from tournaments.planning import tournament_cancel, tournament_create, tournament_start
from tournaments.play.settlement import tournaments_settle

pytestmark = pytest.mark.django_db


def bots(*names: str) -> list[Bot]:
    return [
        BotFactory.create(name=name, title=name.title(), parameters={"builtin": "random"}) for name in names
    ]


def tournament(
    *entrants: Bot, name: str = "Dry Creek", played: int | None = None, deals: int = 1
) -> Tournament:
    """Return a started tournament of which so many games (by default all) are played."""
    made = tournament_create(
        name=name, ruleset="moon-river@1", bots=entrants, seats=2, deals=deals, options={"mode": "base"}
    )
    tournament_start(made)
    games = list(Game.objects.filter(planned_game__tournament=made).order_by("pk")[:played])
    chunk_append(chunk=[Appending(game.pk, 0, log_of(game)) for game in games])
    tournaments_settle(game_ids=[game.pk for game in games])
    made.refresh_from_db()
    return made


def page_of(client, name: str, *args: object, **query: object) -> str:
    response = client.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def test_seats_in_lists_wear_the_colours_of_their_ruleset(client):
    finished_game(seats=2)
    goldgraeber_games.scheduled()
    page = page_of(client, "games")

    assert page.count('<ul class="players mr">') == 1
    assert page.count('<ul class="players gold">') == 1


class TestHome:
    def test_with_nothing_played_the_front_page_says_so(self, client):
        page = page_of(client, "home")

        assert "No tournament is running." in page
        assert "No game has been finished yet." in page

    def test_running_tournaments_come_with_their_progress(self, client):
        tournament(*bots("ann", "ben", "cleo"), played=2)

        page = page_of(client, "home")

        assert "Dry Creek" in page
        assert '<b class="num">2</b> of 6 games finished' in page
        assert 'width="33.33%"' in page
        assert 'hx-trigger="every 10s"' in page

    def test_tournaments_that_are_over_are_recent_and_not_running(self, client):
        tournament(*bots("ann", "ben"))

        page = page_of(client, "home")

        assert "No tournament is running." in page
        assert "2 of 2 games" in page
        assert "hx-get" not in page

    def test_the_fragment_is_what_the_page_shows(self, client):
        tournament(*bots("ann", "ben", "cleo"), played=2)

        assert page_of(client, "home_running").strip() in page_of(client, "home")


class TestTournament:
    def test_standings_and_crosstable_name_every_entrant(self, client):
        shown = tournament(*bots("ann", "ben", "cleo"))

        page = page_of(client, "tournament", shown.pk)

        for name in ("ann", "ben", "cleo"):
            assert page.count(f'href="/bots/{name}/">{name}</a>') == 2
        assert 'class="self"' in page

    def test_a_tournament_being_played_is_followed_and_one_that_is_over_is_not(self, client):
        entrants = bots("ann", "ben", "cleo")
        shown = tournament(*entrants, played=1)

        running = page_of(client, "tournament", shown.pk)
        over = page_of(client, "tournament", tournament(*entrants).pk)

        assert f'data-stream="/api/v1/tournaments/{shown.pk}/stream/"' in running
        assert f'data-live="/tournaments/{shown.pk}/progress/"' in running
        assert f'data-live="/tournaments/{shown.pk}/tables/?seen=1-0-0"' in running
        assert "Right now" in running
        assert "data-stream" not in over
        assert "data-live" not in over
        assert "How it went" in over

    def test_its_games_say_where_in_it_they_stand(self, client):
        shown = tournament(*bots("ann", "ben"), deals=2)
        last = shown.planned_games.last()

        page = page_of(client, "game", last.game_id)

        assert (
            f'href="/tournaments/{shown.pk}/">Dry Creek</a>, round 1, match 1, deal 2, seat order 2' in page
        )

    def test_when_nothing_moves_the_page_says_why(self, client):
        shown = tournament(*bots("ann", "ben"), played=0)
        Tournament.objects.filter(pk=shown.pk).update(
            publish_fault="the line is cut", started_at="2020-01-01T00:00Z"
        )

        page = page_of(client, "tournament", shown.pk)

        assert "No game makes progress" in page
        assert "The broker could not be reached: the line is cut" in page

    def test_verdicts_of_its_games_are_summed_up(self, client):
        shown = tournament(*bots("ann", "ben"))
        verify_game(shown.planned_games.first().game_id)

        page = page_of(client, "tournament", shown.pk)

        assert "Checked from their logs: 1 exact, 0 diverged, 1 not checked yet." in page

    def test_a_cancelled_tournament_says_so(self, client):
        shown = tournament(*bots("ann", "ben"), played=0)
        tournament_cancel(shown)

        assert "The tournament was cancelled" in page_of(client, "tournament", shown.pk)

    def test_a_draft_is_shown_with_its_plan(self, client):
        shown = tournament_create(
            name="Draft", ruleset="moon-river@1", bots=bots("ann", "ben"), seats=2, options={"mode": "base"}
        )

        page = page_of(client, "tournament", shown.pk)

        assert "Not started yet." in page
        assert "data-live" not in page

    def test_games_are_filtered_by_entrant_and_status(self, client):
        shown = tournament(*bots("ann", "ben", "cleo"), played=2)
        ann = shown.entrants.get(name="ann")

        mine = page_of(client, "tournament", shown.pk, entrant=ann.pk)
        finished = page_of(client, "tournament", shown.pk, status=PlannedStatus.FINISHED)

        rows = re.compile(r'<th scope="row">\s*<a href="/games/\d+/">')
        assert len(rows.findall(mine)) == 4
        assert len(rows.findall(finished)) == 2

    def test_filters_that_mean_nothing_are_passed_over(self, client):
        shown = tournament(*bots("ann", "ben"))

        page = page_of(client, "tournament", shown.pk, entrant="x", status="y", page="z")

        assert page.count('class="players mr"') == 2

    def test_its_games_come_in_pages_that_keep_the_filters(self, client):
        shown = tournament(*bots("ann", "ben"), deals=15, played=0)

        page = page_of(client, "tournament", shown.pk, status="waiting")

        assert "page 1 of 2" in page
        assert 'href="?status=waiting&amp;page=2#games"' in page

    def test_tables_are_sent_only_when_more_games_are_finished(self, client):
        shown = tournament(*bots("ann", "ben", "cleo"), played=2)
        address = reverse("tournament_tables", args=[shown.pk])

        assert client.get(address, {"seen": "2-0-0"}).status_code == 204
        assert b"Crosstable" in client.get(address, {"seen": "1-0-0"}).content

    def test_the_progress_fragment_is_what_the_page_shows(self, client):
        shown = tournament(*bots("ann", "ben"))

        assert page_of(client, "tournament_progress", shown.pk).strip() in page_of(
            client, "tournament", shown.pk
        )

    def test_names_are_escaped(self, client):
        shown = tournament(*bots("ann", "ben"), name="<script>alert(1)</script>")

        assert "<script>alert" not in page_of(client, "tournament", shown.pk)

    def test_more_games_cost_no_more_queries(self, client, django_assert_max_num_queries):
        entrants = bots("ann", "ben", "cleo")
        few, many = tournament(*entrants, played=1), tournament(*entrants, deals=4)

        for shown in (few, many):
            with django_assert_max_num_queries(19):
                page_of(client, "tournament", shown.pk)

    @pytest.mark.parametrize("name", ["tournament", "tournament_progress", "tournament_tables"])
    def test_one_that_does_not_exist_is_not_found(self, client, name):
        assert client.get(reverse(name, args=[404_404])).status_code == 404


class TestLists:
    def test_tournaments_are_listed_and_filtered_by_status(self, client):
        entrants = bots("ann", "ben")
        tournament(*entrants, name="Over")
        tournament(*entrants, name="Going on", played=0)

        assert "Over" in page_of(client, "tournaments")
        running = page_of(client, "tournaments", status="running")
        assert "Going on" in running
        assert "Over</a>" not in running

    def test_games_are_filtered_by_bot_tournament_ruleset_and_status(self, client):
        ann, ben, cleo = bots("ann", "ben", "cleo")
        shown = tournament(ann, ben)
        other = finished_game(seats=2, bots=[ann, cleo])
        running = running_game(5)

        def listed(**query: object) -> set[int]:
            return set(map(int, re.findall(r'href="/games/(\d+)/"', page_of(client, "games", **query))))

        planned = set(shown.planned_games.values_list("game_id", flat=True))
        assert listed() == planned | {other.pk, running.pk}
        assert listed(bot="cleo") == {other.pk}
        assert listed(tournament=shown.pk) == planned
        assert listed(status="running") == {running.pk}
        assert listed(ruleset="moon-river@1", bot="ann") == planned | {other.pk}
        assert listed(ruleset="nonsense", bot="nobody") == listed()

    def test_games_are_paged_by_the_last_one_seen(self, client):
        shown = tournament(*bots("ann", "ben"), deals=25, played=0)
        ids = sorted(shown.planned_games.values_list("game_id", flat=True), reverse=True)

        first = page_of(client, "games", tournament=shown.pk)
        older = re.search(r'rel="next" href="\?([^"]+)"', first)
        assert older
        second = client.get(reverse("games") + "?" + older.group(1).replace("&amp;", "&")).content.decode()

        found = [
            int(number) for page in (first, second) for number in re.findall(r'href="/games/(\d+)/"', page)
        ]
        assert found == ids
        assert 'rel="next"' not in second
        assert ">Newest<" in second

    def test_more_games_cost_no_more_queries(self, client, django_assert_num_queries):
        ann, ben = bots("ann", "ben")
        tournament(ann, ben)
        with django_assert_num_queries(4):
            page_of(client, "games")
        tournament(ann, ben, deals=10, played=0)
        with django_assert_num_queries(4):
            page_of(client, "games")

    def test_bots_are_listed_with_their_number_of_games(self, client):
        tournament(*bots("ann", "ben"))
        bots("zoe")

        page = page_of(client, "bots")

        assert re.search(r'href="/bots/ann/">Ann</a>((?!</tr>).)*Games finished:</span>\s*2\s', page, re.S)
        assert re.search(r'href="/bots/zoe/">Zoe</a>((?!</tr>).)*Games finished:</span>\s*0\s', page, re.S)


class TestBot:
    def test_a_bot_is_shown_with_record_opponents_and_games(self, client):
        ann, ben, cleo = bots("ann", "ben", "cleo")
        tournament(ann, ben, cleo)

        page = page_of(client, "bot", "ann")

        assert '<td class="r pts">4</td>' in page
        assert 'href="/bots/ben/">Ben</a>' in page
        assert 'href="/games/?bot=ann"' in page
        assert page.count('class="players mr"') == 4

    def test_a_bot_that_has_not_played_says_so(self, client):
        bots("zoe")

        page = page_of(client, "bot", "zoe")

        assert "No finished tournament game yet." in page
        assert "It has not played against another bot yet." in page

    def test_forfeits_are_shown_next_to_the_player(self, client):
        ann, ben = bots("ann", "ben")
        finished_game(seats=2, bots=[ann, ben], forfeit=ForfeitReason.TIMEOUT)

        assert '<span class="tag">ran out of time</span>' in page_of(client, "bot", "ann")

    def test_more_games_cost_no_more_queries(self, client, django_assert_num_queries):
        ann, ben = bots("ann", "ben")
        tournament(ann, ben)
        with django_assert_num_queries(5):
            page_of(client, "bot", "ann")
        tournament(ann, ben, deals=10)
        with django_assert_num_queries(5):
            page_of(client, "bot", "ann")

    def test_one_that_does_not_exist_is_not_found(self, client):
        assert client.get(reverse("bot", args=["nobody"])).status_code == 404


class TestChecking:
    def test_every_verdict_is_explained(self, client):
        page = page_of(client, "checking")

        for title in ("Checked: exact", "Checked: chance unproven", "Diverged", "Not checked yet"):
            assert title in page

    def test_an_example_is_a_game_that_was_checked(self, client):
        game: Game = finished_game()
        assert f"/games/{game.pk}/" not in page_of(client, "checking")

        verify_game(game.pk)

        assert f"/games/{game.pk}/record.jsonl" in page_of(client, "checking")


class TestErrors:
    @pytest.mark.parametrize(
        "path", ["games/{}/", "games/{}/frames/", "games/{}/record.jsonl", "tournaments/{}/"]
    )
    def test_numbers_no_table_can_hold_are_not_found(self, client, path):
        assert client.get("/" + path.format(2**63)).status_code == 404
        assert client.get("/" + path.format(10**40)).status_code == 404

    def test_names_no_bot_can_have_are_not_found(self, client):
        for name in ("%00", "a%00b", "%F0%9F%90%84", "a%2Fb"):
            assert client.get(f"/bots/{name}/").status_code == 404

    def test_what_is_refused_is_friendly_too(self, client):
        forged = Client(enforce_csrf_checks=True).post("/admin/login/")
        strange = client.get("/", headers={"host": "evil.example"})

        assert (forged.status_code, strange.status_code) == (403, 400)
        assert b"This gate is locked" in forged.content
        assert b"Lost in the canyon" in strange.content

    def test_a_page_that_does_not_exist_is_friendly(self, client):
        response = client.get("/nowhere/")

        assert response.status_code == 404
        assert b"Nothing grazes here" in response.content
        assert b'href="/games/"' in response.content

    def test_a_fault_is_shown_without_details(self, client, monkeypatch):
        client.raise_request_exception = False
        monkeypatch.setattr("frontend.views.bots.bots_list", lambda: 1 / 0)

        response = client.get(reverse("bots"))

        assert response.status_code == 500
        assert b'<html lang="en">' in response.content
        assert b"Thrown off the horse" in response.content
        assert b"ZeroDivisionError" not in response.content

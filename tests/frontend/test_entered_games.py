"""Pages of tournaments that count submitted games, and of the games entered in them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.games.factories import kept_seed
from tests.games.records import record
from tests.tournaments.entry_builders import bots_of, get_user, make_open_play, submit_records
from tournaments.domain import Format
from tournaments.entries import entered_game_withdraw
from tournaments.models import EnteredGame, SubmittedGames, Tournament
from tournaments.planning import tournament_finish, tournament_set_submitted_games

pytestmark = pytest.mark.django_db


def page_of(client: Client, name: str, *args: object, **query: int) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(page: str) -> str:
    """Return what people read of a page, its spaces as one."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


@pytest.fixture
def cup() -> Tournament:
    """Open play in which one game counts, one has no proven chance, and one is withdrawn."""
    tournament = make_open_play(policy=SubmittedGames.LEGAL)
    submit_records(tournament, record(1), record(2, with_seed=False), record(3))
    last = EnteredGame.objects.order_by("-pk")[0]
    entered_game_withdraw(tournament, game_id=last.game_id, by=get_user("organiser"))
    return tournament_set_submitted_games(tournament, submitted_games=SubmittedGames.EXACT)


def test_open_play_says_what_it_is_and_shows_its_games_with_what_counts(client, cup):
    page = page_of(client, "tournament", cup.pk)
    text = text_of(page)

    assert "Open play" in text
    assert "deal" not in text.partition("Right now")[0]
    assert "1 submitted game counts, 2 submitted and not counted" in text
    assert "the entrants play elsewhere" in text
    assert "after 1 game, 1 of them submitted" in text
    assert "A submitted game counts here if its seed is known and dealt its chance." in text
    assert "no, withdrawn by the organiser" in text
    assert "no, its chance is not proven" in text
    assert text.count("Submitted by: owner") == 3
    assert "Place in the plan" not in text


def test_a_round_robin_without_the_switch_says_nothing_of_submitted_games(client):
    bots = bots_of("owner", "ann", "ben", transport="builtin", parameters={"builtin": "random"})
    plain = make_open_play(*bots, format=Format.ROUND_ROBIN, policy=SubmittedGames.REFUSED)
    switched = make_open_play(*bots, format=Format.ROUND_ROBIN, policy=SubmittedGames.EXACT)

    assert "ubmitted" not in text_of(page_of(client, "tournament", plain.pk))
    page = text_of(page_of(client, "tournament", switched.pk))
    assert "No submitted game yet." in page
    assert "Place in the plan" in page


def test_what_is_switched_off_stays_listed_and_marked(client):
    bots = bots_of("owner", "ann", "ben", transport="builtin", parameters={"builtin": "random"})
    tournament = make_open_play(*bots, format=Format.ROUND_ROBIN)
    submit_records(tournament)
    tournament_set_submitted_games(tournament, submitted_games=SubmittedGames.REFUSED)

    text = text_of(page_of(client, "tournament", tournament.pk))

    assert "0 of 2 games finished, 1 submitted and not counted" in text
    assert "no, submitted games do not count here" in text


def test_one_that_its_organiser_ended_says_so(client, cup):
    tournament_finish(cup)

    text = text_of(page_of(client, "tournament", cup.pk))

    assert "The organiser has ended it." in text
    assert "after 1 game, 1 of them submitted" in text


def test_games_are_filtered_by_bot_and_paged(client):
    tournament = make_open_play(*bots_of("owner", "ann", "ben", "cleo"))
    submit_records(
        tournament, *(record(number) for number in range(1, 26)), record(30, players=("ben", "cleo"))
    )
    cleo = tournament.entrants.get(name="cleo")

    page = page_of(client, "tournament", tournament.pk)
    assert "page 1 of 2" in page
    assert 'href="?entered=2#submitted"' in page
    second = page_of(client, "tournament", tournament.pk, entered=2)
    assert text_of(second).count("Submitted by: owner") == 2
    filtered = page_of(client, "tournament", tournament.pk, entrant=cleo.pk)
    assert text_of(filtered).count("Submitted by: owner") == 1


def test_tables_are_sent_again_when_what_counts_has_changed(client, cup):
    address = reverse("tournament_tables", args=[cup.pk])

    assert client.get(address, {"seen": "0-1-2"}).status_code == 204
    tournament_set_submitted_games(cup, submitted_games=SubmittedGames.LEGAL)
    fresh = client.get(address, {"seen": "0-1-2"})
    assert fresh.status_code == 200
    assert b"?seen=0-2-1" in fresh.content


def test_the_page_of_a_game_says_where_it_is_entered_and_whether_it_counts(client, cup):
    def render_verdict(verdict: str, **fields: object) -> str:
        game = Game.objects.get(verdict=verdict, **fields)
        return text_of(page_of(client, "game", game.pk))

    counted = render_verdict("exact", entered_game__withdrawn_at=None)
    unproven = render_verdict("chance_unproven")

    assert "Submitted by owner, played elsewhere." in counted
    assert "Entered in Played Elsewhere. It counts in the standings." in counted
    assert "Entered in Played Elsewhere. It does not count there: its chance is not proven." in unproven
    assert "It counts in no standings" not in counted + unproven


def test_lists_of_games_and_tournaments_mark_them(client, cup):
    games = text_of(page_of(client, "games"))
    of_cup = page_of(client, "games", tournament=cup.pk)

    assert games.count("Played Elsewhere submitted, not counted") == 2
    assert of_cup.count("Played Elsewhere</a>") == 3
    assert "1 submitted" in text_of(page_of(client, "tournaments"))
    assert "1 submitted game counts" in text_of(page_of(client, "home"))


def test_a_bot_s_page_says_how_many_were_submitted(client, cup):
    page = page_of(client, "bot", "ann")

    assert re.search(r'<td class="r pts">1</td>\s*<td class="r">1</td>', page)
    assert re.search(r'href="/bots/ben/">Ben</a></th>\s*<td class="r">1</td>\s*<td class="r">1</td>', page)
    assert re.search(
        r'href="/bots/ann/">((?!</tr>).)*Games finished:</span>\s*1\s', page_of(client, "bots"), re.S
    )


def test_more_submitted_games_cost_no_more_queries(client, django_assert_max_num_queries):
    kept_seed(500)
    tournament = make_open_play()
    for numbers in ((1, 2), range(3, 10)):
        submit_records(tournament, *(record(number) for number in numbers))
        with django_assert_max_num_queries(21):
            page_of(client, "tournament", tournament.pk)
        with django_assert_max_num_queries(4):
            page_of(client, "games", tournament=tournament.pk)


def test_a_seed_that_came_with_a_record_is_not_said_to_have_been_committed_to_before(client, cup):
    game = Game.objects.filter(verdict="exact").first()

    text = text_of(page_of(client, "game", game.pk))

    assert "SHA-256 of the seed, as the record has it" in text
    assert "this server does not know when its seed was chosen" in text
    assert "nobody could choose a seed" not in text

"""The replay viewer's page and its frames, served from stored games."""

import re
from typing import Any

import pytest
from django.urls import reverse

from games.models import Game
from games.queries import game_record_lines
from games.verification import verify_game
from tests.games.factories import finished_game, kept_seed, running_game, scheduled_game, secret_number
from tests.games.tampering import change_event, change_game, remove_events

pytestmark = pytest.mark.django_db

PART = re.compile(r'data-part="([a-z0-9-]+)"')


@pytest.fixture(scope="module")
def kept(kept_rows: None) -> Game:
    return finished_game()


@pytest.fixture
def game(kept: Game) -> Game:
    """A finished game of two seats."""
    return Game.objects.get(pk=kept.pk)


@pytest.fixture(scope="module")
def game_of_four(kept_rows: None) -> Game:
    return finished_game(seats=4)


def page_of(client, game: Game, **query: object) -> str:
    response = client.get(reverse("game", args=[game.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def frames_of(client, game: Game, first: int, last: int) -> dict[str, Any]:
    response = client.get(reverse("game_frames", args=[game.pk]), {"from": first, "to": last})
    assert response.status_code == 200
    return response.json()


def test_without_a_step_the_last_one_is_shown(client, game):
    page = page_of(client, game)

    assert f'data-step="{game.head_seq}"' in page
    assert f">{game.head_seq}<small>of {game.head_seq}</small>" in page


def test_step_0_is_the_position_before_the_first_event(client, game):
    page = page_of(client, game, step=0)

    assert "Before the first event" in page


@pytest.mark.parametrize("step", ["nonsense", "-3", "", "1e9", "٣"])
def test_a_step_that_is_no_number_counts_as_none(client, step, game):
    assert f'data-step="{game.head_seq}"' in page_of(client, game, step=step)


def test_a_step_beyond_the_end_shows_the_end(client, game):
    assert f'data-step="{game.head_seq}"' in page_of(client, game, step=99_999)


def test_every_control_is_a_link_so_that_no_script_is_needed(client, game):
    page = page_of(client, game, step=10)

    links = dict(re.findall(r'data-command="(\w+)"[^>]*? href="\?step=(\d+)"', page))
    assert links["first"] == "0"
    assert links["previous"] == "9"
    assert links["next"] == "11"
    assert links["last"] == str(game.head_seq)
    assert int(links["turn"]) > 10
    assert '<form class="goto" method="get"' in page


def test_at_both_ends_the_controls_that_lead_nowhere_are_off(client, game):
    first = page_of(client, game, step=0)
    last = page_of(client, game)

    assert not re.search(r'data-command="(first|previous)"[^>]*href', first)
    assert not re.search(r'data-command="(next|last)"[^>]*href', last)


def test_exactly_one_line_of_the_list_is_current(client, game):
    page = page_of(client, game, step=12)

    assert re.findall(r'aria-current="step" data-step="(\d+)"', page) == ["12"]


def test_each_seat_is_shown_with_its_player_and_its_drawing(client):
    game = finished_game(seats=3)

    page = page_of(client, game)

    for letter, player in zip("abc", ("ann", "ben", "cleo"), strict=True):
        assert f'id="seat-{letter}"' in page
        assert player in page
    assert page.count('class="ranch') >= 3


def test_every_symbol_used_is_in_the_page_and_none_twice(client, game):
    page = page_of(client, game, step=40)

    there = re.findall(r'<symbol id="([^"]+)"', page)
    assert set(re.findall(r'<use href="#([^"]+)"', page)) <= set(there)
    assert len(there) == len(set(there))


@pytest.mark.long
def test_every_symbol_of_every_step_is_in_the_page(client, game):
    there = set(re.findall(r'<symbol id="([^"]+)"', page_of(client, game, step=0)))

    for first in range(0, game.head_seq, 50):
        for frame in frames_of(client, game, first, first + 49)["frames"]:
            used = re.findall(r'<use href="#([^"]+)"', "".join(frame["parts"].values()))
            assert set(used) <= there


def test_no_inline_style_or_script_stands_in_the_page(client, game):
    page = page_of(client, game, step=30)

    assert "style=" not in page
    assert "<style" not in page
    assert not re.search(r"\son[a-z]+=", page)
    assert not re.search(r"<script(?![^>]*src=)", page)


def test_ids_in_the_page_are_unique(client, game_of_four):
    ids = re.findall(r'\sid="([^"]+)"', page_of(client, game_of_four, step=30))

    assert len(ids) == len(set(ids))


def test_a_frame_holds_what_the_page_shows_at_its_step(client, game):
    page = page_of(client, game, step=25)
    (frame,) = frames_of(client, game, 25, 25)["frames"]

    assert frame["step"] == 25
    assert set(frame["parts"]) == set(PART.findall(page))
    for name, html in frame["parts"].items():
        assert html.strip() in page, name


def test_a_part_that_stays_the_same_is_not_sent_again(client, game):
    first, second = frames_of(client, game, 25, 26)["frames"]

    assert {"now", "scores"} & set(second["parts"])
    assert len(second["parts"]) < len(first["parts"])
    assert all(first["parts"][name] != html for name, html in second["parts"].items())


@pytest.mark.long
def test_frames_put_together_are_the_frames_asked_for_one_by_one(client, game):
    parts: dict[str, str] = {}

    for frame in frames_of(client, game, 0, 49)["frames"]:
        parts |= frame["parts"]
        (alone,) = frames_of(client, game, frame["step"], frame["step"])["frames"]

        assert parts == alone["parts"]


def test_one_answer_has_at_most_fifty_frames(client, game):
    assert game.head_seq > 60

    assert [frame["step"] for frame in frames_of(client, game, 3, 9_999)["frames"]] == list(range(3, 53))


def test_frames_beyond_the_end_are_an_empty_list(client, game):
    answer = frames_of(client, game, game.head_seq + 1, game.head_seq + 20)

    assert answer == {"last": game.head_seq, "running": False, "frames": []}


def test_a_running_game_is_shown_as_far_as_it_has_come_and_says_so(client):
    game = running_game(30)

    page = page_of(client, game)
    answer = frames_of(client, game, 25, 60)

    assert 'data-step="30"' in page
    assert f'data-stream="/api/v1/games/{game.pk}/stream/"' in page
    assert "being played" in page
    assert answer["running"] is True
    assert answer["last"] == 30
    assert 'data-step="30"' in answer["frames"][-1]["line"]


def test_a_game_that_has_not_begun_shows_its_opening(client):
    page = page_of(client, scheduled_game(seed=kept_seed()))

    assert "not begun yet" in page
    assert "Before the first event" in page
    assert "no event yet" in page


def test_the_seed_is_shown_once_its_games_are_over_and_not_before(client):
    seed = kept_seed(5)
    secret = secret_number(5).hex()
    game = finished_game(seed=seed)
    assert secret in page_of(client, game)

    other = kept_seed(6)
    sibling = scheduled_game(seed=other)
    early = finished_game(seed=other)

    for shown in (early, sibling):
        page = page_of(client, shown)
        assert secret_number(6).hex() not in page
        assert other.commitment in page
    assert "1 other game dealt from it is not over yet" in page_of(client, early)


def test_the_verdict_is_stamped_on_the_page(client, game):
    assert "Not checked yet" in page_of(client, game)

    verify_game(game.pk)

    assert "Checked: exact" in page_of(client, game)


def test_nothing_from_a_divergence_on_is_shown(client, game):
    page_of(client, game)  # cached before the log is tampered with
    change_event(game.pk, 30, "chain", "decode(repeat('ab', 32), 'hex')")

    page = page_of(client, game)
    answer = frames_of(client, game, 20, 60)

    assert "The log diverges at step 30" in page
    assert "Diverged at step 30" in page
    assert 'data-step="29"' in page
    assert "?step=30" not in page
    assert [frame["step"] for frame in answer["frames"]] == list(range(20, 30))


def test_a_divergence_found_by_verification_is_shown_at_every_step(client, game):
    change_event(game.pk, 30, "kind", "'plot_chosen'")
    verify_game(game.pk)

    page = page_of(client, game, step=5)

    assert "The log diverges at step 30" in page
    assert 'data-last="29"' in page
    assert "?step=30" not in page


def test_a_log_that_lost_its_end_diverges_there(client, game):
    remove_events(game.pk, 50)

    page = page_of(client, game)

    assert "The log diverges at step 50" in page


def test_a_changed_header_leaves_nothing_to_show_but_says_so(client, game):
    change_game(game.pk, "commitment", "0" * 64)

    page = page_of(client, game)

    assert "The log diverges at step 0" in page
    assert 'class="ranch' not in page


def test_forfeits_are_listed_in_the_facts(client):
    from engine.core import ForfeitReason

    page = page_of(client, finished_game(forfeit=ForfeitReason.CRASH))

    assert "forfeited: crashed" in page
    assert "abandoned" in page


def test_the_record_is_a_file_to_download(client, game):
    response = client.get(reverse("game_record", args=[game.pk]))

    assert response.status_code == 200
    assert f'filename="game-{game.pk}.jsonl"' in response["Content-Disposition"]
    assert b"".join(response.streaming_content) == b"".join(game_record_lines(game.pk))


@pytest.mark.parametrize("name", ["game", "game_frames", "game_record"])
def test_a_game_that_does_not_exist_is_not_found(client, name):
    assert client.get(reverse(name, args=[404_404])).status_code == 404


@pytest.mark.parametrize("name", ["game", "game_frames", "game_record"])
def test_pages_are_only_for_reading(client, name):
    assert client.post(reverse(name, args=[1])).status_code == 405


def test_a_step_costs_the_same_number_of_queries_wherever_it_stands(
    client, django_assert_max_num_queries, game_of_four
):
    page_of(client, game_of_four)

    for step in (0, 10, game_of_four.head_seq):
        with django_assert_max_num_queries(8):
            page_of(client, game_of_four, step=step)


def test_frames_cost_the_same_number_of_queries_however_many(client, django_assert_num_queries, game_of_four):
    page_of(client, game_of_four)

    for last in (1, 49):
        with django_assert_num_queries(3):
            frames_of(client, game_of_four, 0, last)

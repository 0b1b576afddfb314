"""Numbers, times and verdicts as text."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from frontend.presenters import VERDICTS, describe_verdict, format_options, ruleset_title, times
from frontend.presenters.numbers import format_decimal, format_halves, format_percent
from frontend.replay import letter
from frontend.replay.symbols import symbol_names
from frontend.templatetags import rodeo
from games.models import Game, GameVerdict


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [(0, "0.0 s"), (840, "0.8 s"), (59_949, "59.9 s"), (60_000, "1 min 0 s"), (125_400, "2 min 5 s")],
)
def test_thinking_time_is_in_seconds_then_minutes(milliseconds, words):
    assert times.format_thinking_time(milliseconds) == words


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (-5, "0 s"),
        (999, "0 s"),
        (30_000, "30 s"),
        (125_900, "2 min 5 s"),
        (600_000, "10 min"),
        (3_600_000, "1 h"),
        (3_940_000, "1 h 5 min"),
    ],
)
def test_a_clock_shows_whole_seconds_rounded_down(milliseconds, words):
    assert times.format_clock(milliseconds) == words


def test_moments_are_in_utc():
    summer = timezone(timedelta(hours=2))

    assert times.format_moment(datetime(2026, 11, 28, 1, 5, 9, tzinfo=summer)) == "27 Nov 2026, 23:05 UTC"


def test_a_period_over_midnight_names_both_days():
    start = datetime(2026, 11, 28, 23, 59, 58, tzinfo=UTC)

    assert times.format_period(start) == "28 Nov 2026, 23:59:58 UTC"
    assert times.format_period(start, start + timedelta(seconds=1)) == "28 Nov 2026, 23:59:58 to 23:59:59 UTC"
    assert (
        times.format_period(start, start + timedelta(seconds=3))
        == "28 Nov 2026, 23:59:58 to 29 Nov 2026, 00:00:01 UTC"
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5, "less than a minute left"),
        (60, "about a minute left"),
        (2100, "about 35 minutes left"),
        (2 * 3600, "about 2 hours left"),
    ],
)
def test_remaining_time_is_rounded_to_minutes_or_hours(seconds, words):
    assert times.format_time_left(seconds) == words


@pytest.mark.parametrize(("points", "words"), [(0, "0"), (0.5, "½"), (55.5, "55½"), (53.0, "53")])
def test_half_points_are_written_as_a_half(points, words):
    assert format_halves(points) == words


def test_numbers_that_do_not_exist_are_a_dash():
    assert format_percent(None) == "–"
    assert format_decimal(None, 2) == "–"


def test_numbers_have_real_minus_signs():
    assert format_decimal(-1.25, 2) == "−1.25"


def test_seats_are_letters_and_classes():
    assert letter(2) == "C"
    assert rodeo.seat_class(2) == "seat-c"


def test_options_are_words():
    assert format_options(
        {"mode": "legends", "scenario": "gold_rush", "boards": ["a_b", "c"], "open": True}
    ) == [
        ("mode", "legends"),
        ("scenario", "gold rush"),
        ("boards", "a b, c"),
        ("open", "yes"),
    ]


def test_an_unknown_ruleset_goes_by_its_key():
    assert ruleset_title("checkers@7") == "checkers@7"


def test_every_verdict_has_words_of_its_own():
    assert set(VERDICTS) == set(GameVerdict)
    assert len({words.title for words in VERDICTS.values()}) == len(GameVerdict)


def test_a_divergence_names_its_step():
    game = Game(verdict=GameVerdict.DIVERGED, verdict_step=17)

    assert describe_verdict(game).title == "Diverged at step 17"


def test_a_divergence_found_just_now_outweighs_the_verdict_stored():
    game = Game(verdict=GameVerdict.EXACT)

    assert describe_verdict(game, diverged_at=9).title == "Diverged at step 9"
    assert describe_verdict(game, diverged_at=9).css == "broken"


def test_the_sprite_has_every_symbol_pages_name():
    assert {"brand", "star", "land-desert", "land-canyon", "land-meadow", "land-farm", "land-corn_field"} <= (
        symbol_names()
    )

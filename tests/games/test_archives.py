"""Archives: the same bytes as the records of the games, in batches, without secrets."""

import json
from itertools import pairwise
from unittest import mock

import pytest

from engine.core import VerdictStatus, split_archive, verify_record
from engine.rulesets.registry import get
from games.event_store import Appending, chunk_append, game_void
from games.import_export import archive_batches, archive_games, archives
from games.import_export.archives import archive_batch
from games.models import Game, GameStatus
from games.queries import GameFilters, game_record_lines, games_list
from tests.games.factories import (
    finished_game,
    kept_seed,
    log_of,
    running_game,
    scheduled_game,
    scheduled_games,
    secret_number,
)
from tests.games.test_forks import ended, forked

pytestmark = pytest.mark.django_db


def lines(**filters: object) -> list[bytes]:
    """Return the lines of an archive of all games that pass the filters."""
    games = archive_games(games_list(GameFilters(**filters)), status=filters.get("status"))  # type: ignore[arg-type]
    return b"".join(batch.lines for batch in archive_batches(games)).splitlines(keepends=True)


def packed(game: Game) -> bytes:
    """Return a game's record on one line, joined from the lines of its plain form."""
    header, *events = (line.rstrip(b"\n") for line in game_record_lines(game.pk))
    trailer = b',"trailer":' + events.pop() if game.is_over else b""
    return b'{"events":[' + b",".join(events) + b'],"header":' + header + trailer + b"}\n"


def test_an_archive_has_the_records_of_the_games_that_are_over_in_order():
    games = [finished_game(), finished_game(seats=4), running_game(9), finished_game(), scheduled_game()]
    game_void(game_id=games[3].pk, reason='a "quoted" backslash \\ and ä')
    over = [Game.objects.get(pk=games[number].pk) for number in (0, 1, 3)]

    found = lines()

    assert found == [packed(game) for game in over]
    verdicts = [verify_record(text.parse()) for text in split_archive(found)]
    assert {verdict.status for verdict in verdicts} == {VerdictStatus.EXACT}


def test_a_record_of_a_game_without_a_commitment_has_no_seed():
    game = scheduled_game()
    chunk_append(chunk=[Appending(game.pk, 0, log_of(game))])
    game.refresh_from_db()

    assert lines() == [packed(game)]
    assert b'"seed"' not in lines()[0]


def test_filters_select_games():
    finished_game(seats=4)
    two = finished_game(seats=2)

    assert lines(seats=2) == [packed(two)]
    assert lines(verdict="exact") == []


def test_running_games_are_included_if_their_status_is_filtered():
    finished_game()
    running, scheduled = running_game(9), scheduled_game()

    assert lines(status=GameStatus.RUNNING) == [packed(running)]
    assert lines(status=GameStatus.SCHEDULED) == [packed(scheduled)]
    assert b"trailer" not in packed(running) + packed(scheduled)


def test_the_seed_is_withheld_while_a_game_dealt_from_it_is_running():
    done, other = scheduled_games(2, seed=kept_seed(7))
    chunk_append(chunk=[Appending(done.pk, 0, log_of(done))])
    secret = secret_number(7).hex().encode()

    assert len(lines()) == 1
    assert secret not in lines()[0] + b"".join(lines(status=GameStatus.SCHEDULED))

    game_void(game_id=other.pk, reason="a test")

    assert all(secret in line for line in lines())


@pytest.mark.parametrize("events", [1, 1000])
def test_a_game_that_continues_or_ends_during_the_export_is_written_as_it_was_read(events, monkeypatch):
    finished_game()
    game = running_game(20)
    before = packed(game)
    read = archives._fetch_events

    def read_slowly(games):
        chunk_append(chunk=[Appending(game.pk, 20, log_of(game)[20 : 20 + events])])
        return read(games)

    monkeypatch.setattr(archives, "_fetch_events", read_slowly)

    assert lines(status=GameStatus.RUNNING) == [before]
    assert json.loads(before)["events"][-1]["seq"] == 20
    game.refresh_from_db()
    assert game.is_over is (events == 1000)


def test_a_finished_game_that_is_voided_during_the_export_is_written_as_it_was_read(monkeypatch):
    game = finished_game()
    fork = ended(forked(game, 40))
    before = [packed(game), packed(fork)]
    read = archives._fetch_events

    def read_slowly(games):
        for each in (game, fork):
            game_void(game_id=each.pk, reason="a test")
        return read(games)

    monkeypatch.setattr(archives, "_fetch_events", read_slowly)

    assert lines() == before


def test_private_events_of_a_running_game_are_replaced_by_their_hash():
    game = running_game(20)
    done = finished_game()
    with mock.patch.object(type(get("moon-river@1")), "private_kinds", frozenset({"column_dealt"})):
        events = json.loads(lines(status=GameStatus.RUNNING)[0])["events"]
        shown = json.loads(lines()[0])["events"]

    hidden = [event for event in events if event["kind"] == "column_dealt"]
    assert hidden
    for event in hidden:
        assert "data" not in event
        assert event["hash"] == bytes(game.events.get(seq=event["seq"]).chain).hex()
    assert all("data" in event for event in shown)
    assert len(shown) == done.head_seq


@pytest.mark.parametrize(("games", "events"), [(2, 10**6), (100, 1), (3, 400)])
def test_the_archive_does_not_depend_on_the_size_of_batches(games, events, monkeypatch):
    wanted = [packed(finished_game()) for _ in range(5)]
    monkeypatch.setattr(archives, "_MAX_GAMES", games)
    monkeypatch.setattr(archives, "_ENOUGH_EVENTS", events)

    batches = list(archive_batches(archive_games(Game.objects.all())))

    assert [batch.lines for batch in batches if batch.games > games] == []
    assert b"".join(batch.lines for batch in batches) == b"".join(wanted)
    assert [batch.is_last for batch in batches].count(True) <= 1
    for before, batch in pairwise(batches):
        assert archive_batch(archive_games(Game.objects.all()), after=before.last) == batch


def test_a_batch_of_no_games_is_empty():
    assert archive_batch(Game.objects.all()) == (b"", 0, 0, 0, True)
    assert list(archive_batches(Game.objects.all())) == []


def test_a_batch_takes_four_statements_for_any_number_of_games(django_assert_num_queries):
    for _ in range(6):
        finished_game()

    with django_assert_num_queries(4):
        assert archive_batch(Game.objects.all()).games == 6


def test_an_archive_has_the_lines_of_a_fork():
    parent = finished_game(seats=2)
    fork = ended(forked(parent, 40))

    found = lines()

    assert found == [packed(parent), packed(fork)]
    assert b'{"fork":' in found[1]
    verdict = verify_record(next(split_archive(found[1:])).parse(with_forks=True))
    assert verdict.status is VerdictStatus.EXACT
    assert verdict.head == bytes(fork.head_hash)

"""Query plans: with 30,000 games, no page, append or replay scans a whole table."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from games.event_store import Appending, chunk_append, game_void, games_start, unfinished_games_void
from games.import_export import game_import
from games.live import live_resign
from games.models import Game, GameSeed, Seat
from games.queries import GameFilters, game_events, game_record_lines, games_list
from games.queries.selectors import game_logs
from games.verification import game_frames, verify_game
from games.verification.replay import resume_game
from tests.games.factories import BotFactory, finished_game, kept_seed, log_of, scheduled_games
from tests.games.live_games import acted, between, turn_in, user_of
from tests.games.test_forks import ended, forked

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def many_games(kept_rows: None) -> Game:
    bots = [BotFactory.create(name=f"plan-{number}") for number in range(40)]
    game = finished_game(bots=bots[:2])
    with connection.cursor() as cursor:
        # Disable the checks of foreign keys, which would take most of the time: the rows are right.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            """
            INSERT INTO games_game (ruleset, components, seats, options, commitment, header_hash, origin,
                status, head_seq, head_hash, termination, started_at, finished_at, verdict, verdict_code)
            SELECT ruleset, components, seats, options, '', sha256(n::text::bytea), origin, status, head_seq,
                sha256(n::text::bytea), termination, started_at, now() - n * interval '1 minute',
                CASE WHEN n %% 5000 = 0 THEN 'diverged' ELSE 'exact' END, ''
            FROM games_game, generate_series(1, 30000) AS n WHERE id = %s
            """,
            [game.pk],
        )
        cursor.execute(
            """
            INSERT INTO games_seat (game_id, number, bot_id, player, forfeit)
            SELECT game.id, number, %s + (game.id * 7 + number * 3) %% 40, 'x', ''
            FROM games_game AS game, generate_series(0, 1) AS number WHERE game.id <> %s
            """,
            [bots[0].pk, game.pk],
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("ANALYZE games_game, games_seat, games_bot, games_event, games_gameseed")
    return game


def find_scanned_tables(found: QuerySet[Any]) -> set[str]:
    """Return the tables that a query scans sequentially, without small ones (bots, seeds)."""
    plan = json.loads(found.explain(format="json"))[0]["Plan"]

    def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield node
        for child in node.get("Plans", ()):
            yield from nodes(child)

    scans = {node["Relation Name"] for node in nodes(plan) if node["Node Type"] == "Seq Scan"}
    return scans - {"games_bot", "games_gameseed"}


def test_no_list_scans_the_table(many_games):
    page = 50
    middle = many_games.pk + 15_000
    lists = {
        "newest": games_list(),
        "after a cursor": games_list().filter(id__lt=middle),
        "by status": games_list(GameFilters(status="finished")),
        "by ruleset": games_list(GameFilters(ruleset="moon-river@1")),
        "by bot": games_list(GameFilters(bot="plan-7")),
        "by verdict": games_list(GameFilters(verdict="diverged")),
        "unverified": games_list(GameFilters(verdict="unverified", status="finished")),
        "scheduled": games_list(GameFilters(status="scheduled")),
        "recent": Game.objects.filter(status="finished").order_by("-finished_at"),
        "by head": Game.objects.filter(status__in=["finished", "voided"], head_hash=b"x"),
        "of a seed": Game.objects.filter(seed=many_games.seed_id, status="running"),
        "forks": Game.objects.filter(parent=many_games.pk),
        "one game": Game.objects.filter(pk=middle),
    }

    walked = {name: find_scanned_tables(found[:page]) for name, found in lists.items()}
    assert {name: tables for name, tables in walked.items() if tables} == {}


def test_rows_of_a_game_are_found_by_an_index(many_games):
    assert find_scanned_tables(Seat.objects.filter(game=many_games.pk)) == set()
    assert find_scanned_tables(Seat.objects.filter(bot__name="plan-7", game__lt=20_000)[:50]) == set()
    assert find_scanned_tables(GameSeed.objects.filter(pk=many_games.seed_id)) == set()


def count_scanned_rows() -> dict[str, int]:
    """Return the numbers of rows of large tables that this transaction has read by sequential scans."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT relname, seq_tup_read FROM pg_stat_xact_user_tables
            WHERE relname IN ('games_game', 'games_seat', 'games_event')
            """
        )
        return dict(cursor.fetchall())


def test_playing_voiding_and_replaying_scan_no_table(many_games):
    seed = kept_seed()
    before = count_scanned_rows()

    games = scheduled_games(20, seed=seed)
    log = log_of(games[0])
    games_start(game_ids=[game.pk for game in games])
    chunk_append(chunk=[Appending(game.pk, 0, log) for game in games[:10]])
    chunk_append(chunk=[Appending(games[10].pk, 0, log[:1])])
    game_void(game_id=games[0].pk, reason="wrong bot")
    unfinished_games_void(game_ids=[game.pk for game in games], reason="cancelled")
    verify_game(games[1].pk)
    game_frames(games[1].pk, 10, 12)
    resume_game(games[2].pk)
    game_events(games[1].pk, first=3, last=9)
    list(game_record_lines(games[1].pk))
    list(game_logs([game.pk for game in games]))

    assert count_scanned_rows() == before


def test_cached_plans_of_prepared_statements_scan_no_table(many_games):
    """A prepared statement has one plan for all values, which must suit few games and many."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
    games = scheduled_games(12, seed=kept_seed())
    log = log_of(games[0])
    games_start(game_ids=[game.pk for game in games])
    live = between("ann", "ben")
    before = count_scanned_rows()

    chunk_append(chunk=[Appending(game.pk, 0, log) for game in games[:10]])
    chunk_append(chunk=[Appending(games[10].pk, 0, log[:1])])
    unfinished_games_void(game_ids=[game.pk for game in games], reason="cancelled")
    acted(turn_in(live))
    live_resign(game_id=live.pk, user_id=user_of("ann").pk)

    assert count_scanned_rows() == before


def test_importing_a_game_and_its_fork_scans_no_table(many_games):
    parent = finished_game(seed=kept_seed())
    fork = ended(forked(parent))
    texts = [b"".join(game_record_lines(game.pk)) for game in (parent, fork)]
    for game in (parent, fork):  # so that they are unknown here
        Game.objects.filter(pk=game.pk).update(status="voided", head_hash=b"x", parent=None, header_hash=b"x")
    before = count_scanned_rows()

    taken = [game_import(text=text) for text in texts]

    assert [each.is_new for each in taken] == [True, True]
    assert Game.objects.get(pk=taken[1].game.pk).parent_id == taken[0].game.pk
    assert count_scanned_rows() == before

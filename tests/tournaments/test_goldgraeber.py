"""A tournament of Goldgräber is created, played, verified, exported, imported and administered like any other."""

import io
import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse

from engine.bots import list_names
from engine.core import VerdictStatus
from games.bots import bots_register_builtin
from games.import_export import game_import
from games.models import Game, GameOrigin, GameStatus, GameVerdict
from games.queries import game_record_lines
from games.verification import verify_game
from tests.engine.builders import example_text
from tests.tournaments.builders import games_of, make_worker, play_all
from tournaments.models import Tournament, TournamentStatus
from tournaments.planning import tournament_create, tournament_start
from tournaments.selectors import tournament_crosstable, tournament_standings

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "goldgraeber@1"


def make_tournament(*bots: str, **fields: Any) -> Tournament:
    known = {bot.name: bot for bot in bots_register_builtin()}
    plan: dict[str, Any] = {
        "name": "Rush",
        "ruleset": KEY,
        "seats": 3,
        "deals": 1,
        "options": {"tactical": True},
    } | fields
    return tournament_start(tournament_create(bots=[known[name] for name in bots], **plan))


def test_a_tournament_is_played_to_its_end_and_every_game_is_exact_and_counted():
    tournament = play_all(make_tournament("random", "greedy", "random", deals=2))
    games = games_of(tournament)

    assert tournament.status == TournamentStatus.FINISHED
    assert len(games) == 6
    for game in games:
        assert game.status == GameStatus.FINISHED
        assert verify_game(game.pk).status is VerdictStatus.EXACT
        assert {frozenset(seat.parts) for seat in game.seating.all()} == {frozenset({"gold", "robbers"})}
        assert [seat.ties for seat in game.seating.all()] == [[], [], []]
    assert any(game.events.filter(kind="chips_peeked").exists() for game in games)
    assert_same_chips_per_deal(games)
    assert len(tournament_standings(tournament)) == 3
    assert {row.games for row in tournament_standings(tournament)} == {6}
    assert tournament_crosstable(tournament)


def assert_same_chips_per_deal(games: Sequence[Game]) -> None:
    flips: dict[str, dict[str, str]] = {}
    for game in games:
        chips = flips.setdefault(game.commitment, {})
        for payload in game.events.filter(kind="chip_flipped").values_list("payload", flat=True):
            data = json.loads(payload)
            assert chips.setdefault(str(data["field"]), str(data["chip"])) == str(data["chip"])

    assert len(flips) == 2


def test_the_commands_run_verify_export_and_import_it(capsys, tmp_path):
    bots_register_builtin()
    call_command("run_tournament", "--ruleset", KEY, "--bots", "random", "greedy", "random", "--local")
    game = Game.objects.order_by("pk").first()
    assert game is not None
    assert Tournament.objects.get().options == {
        "end_count": "visible",
        "shuttle": "strict",
        "tactical": False,
    }
    call_command("verify_games")
    assert set(Game.objects.values_list("verdict", flat=True)) == {GameVerdict.EXACT}

    out = io.StringIO()
    call_command("export_game", str(game.pk), stdout=out)
    path = tmp_path / "game.jsonl"
    path.write_text(out.getvalue())
    call_command("import_game", str(path))
    assert not Game.objects.filter(origin=GameOrigin.IMPORTED).exists(), "the same game is not stored twice"


def test_an_example_is_imported_and_exported_alike():
    for name in ("goldgraeber-3", "goldgraeber-4-tactical", "goldgraeber-6-gold-literal"):
        imported = game_import(text=example_text(name))
        lines = [json.loads(line) for line in game_record_lines(imported.game.pk)]
        assert imported.game.verdict == GameVerdict.EXACT
        assert lines == [json.loads(line) for line in example_text(name).splitlines()]


def test_the_admin_shows_games_and_tournaments(client):
    tournament = play_all(make_tournament("random", "random", "random"))
    client.force_login(get_user_model().objects.create_superuser("boss", "boss@example.org", "secret"))
    game = games_of(tournament)[0]
    addresses = [
        reverse("admin:games_game_changelist") + f"?ruleset={KEY}",
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:tournaments_tournament_change", args=[tournament.pk]),
    ]

    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "goldgraeber@1" in answer.content.decode()


@pytest.mark.parametrize("bot", list_names(KEY))
@pytest.mark.sampled(1)
def test_every_built_in_bot_of_the_ruleset_can_be_entered(bot):
    tournament = make_tournament(bot, "random", "random", options={})
    assert make_worker().run(tournament.pk, seconds=0).played == 1

    game = games_of(tournament)[0]
    assert game.status == GameStatus.FINISHED
    assert [(seat.player, seat.forfeit) for seat in game.seating.order_by("number")] == [
        (entrant.name, "") for entrant in tournament.entrants.order_by("seed_rank")
    ]

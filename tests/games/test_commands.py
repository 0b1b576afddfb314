"""Commands: export, import, verify, and registration of bots."""

import io
import sys
from collections.abc import Sequence

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from games.event_store import Appending, chunk_append
from games.management.commands import verify_games
from games.management.commands._verify_worker import Finding, verify_batch
from games.models import Bot, Game, GameVerdict, VerificationSweep
from games.queries import game_record_lines
from games.tasks import verify_unverified
from games.verification import sweep_begin, sweep_counts, sweep_pending, verify_game
from tests.games.factories import finished_game, log_of, running_game, scheduled_game
from tests.games.tampering import change_event

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def test_a_game_is_exported_to_standard_output():
    game = finished_game()

    assert run("export_game", game.pk).encode() == b"".join(game_record_lines(game.pk))


def test_games_are_exported_to_files_of_a_folder(tmp_path, capsys):
    games = [finished_game(), running_game(5)]

    run("export_game", *(game.pk for game in games), "--folder", tmp_path / "records")

    for game in games:
        file = tmp_path / "records" / f"game-{game.pk}.jsonl"
        assert file.read_bytes() == b"".join(game_record_lines(game.pk))
    assert "Exporting: 2 of 2, done" in capsys.readouterr().err


def test_an_export_reports_errors(tmp_path):
    with pytest.raises(CommandError, match="There is no game 404"):
        run("export_game", 404)
    with pytest.raises(CommandError, match="--folder"):
        run("export_game", 1, 2)


def test_files_are_imported_and_bad_ones_reported(tmp_path, capsys):
    game = finished_game()
    good = b"".join(game_record_lines(game.pk))
    (tmp_path / "good.jsonl").write_bytes(good)
    (tmp_path / "torn.jsonl").write_bytes(good[: len(good) // 2])
    (tmp_path / "wrong.jsonl").write_bytes(good.replace(bytes(game.head_hash).hex().encode(), b"0" * 64))
    files = [tmp_path / f"{name}.jsonl" for name in ("good", "torn", "wrong", "missing")]

    out = io.StringIO()
    with pytest.raises(CommandError, match="3 of 4 records were refused"):
        call_command("import_game", *map(str, files), stdout=out)

    said = out.getvalue()
    assert f"good.jsonl: game {game.pk}, exact (already known)" in said
    assert "torn.jsonl: refused: " in said
    assert f"wrong.jsonl: refused at step {game.head_seq + 1}: head_mismatch" in said
    assert "missing.jsonl: cannot be read: No such file or directory" in said


def test_a_record_is_imported_from_standard_input(monkeypatch):
    game = finished_game()
    text = b"".join(game_record_lines(game.pk))
    Game.objects.update(head_hash=bytes(32))  # forget it
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))

    said = run("import_game")

    assert Game.objects.count() == 2
    assert f"game {Game.objects.latest('pk').pk}, exact" in said


def test_all_games_are_verified(capsys):
    games = [finished_game(), finished_game(), running_game(9)]
    scheduled = scheduled_game()

    said = run("verify_games")

    assert "3 games: 3 exact" in said
    assert "Verifying: 3 of 3, done" in capsys.readouterr().err
    assert set(Game.objects.exclude(pk=scheduled.pk).values_list("verdict", flat=True)) == {"exact"}
    assert len(games) == 3


def test_given_games_are_verified():
    first, second = finished_game(), finished_game()

    assert "1 games: 1 exact" in run("verify_games", second.pk)
    first.refresh_from_db()
    assert first.verdict == GameVerdict.UNVERIFIED


def test_a_diverged_game_is_reported_and_fails_the_command():
    finished_game()
    game = finished_game()
    change_event(game.pk, 12, "kind", "'plot_found'")

    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 2 games diverged or do not exist"):
        call_command("verify_games", stdout=out)

    assert f"game {game.pk}: diverged at step 12: unknown_kind" in out.getvalue()
    assert "1 diverged, 1 exact" in out.getvalue()


def test_an_unknown_game_fails_the_command():
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_games", "404", stdout=out)

    assert "game 404: there is no such game" in out.getvalue()


def test_an_interrupted_sweep_is_resumed(monkeypatch):
    games = [finished_game() for _ in range(4)]
    change_event(games[0].pk, 12, "kind", "'plot_found'")
    done: list[int] = []

    def killed(game_ids: Sequence[int]) -> list[Finding]:
        if done:
            raise KeyboardInterrupt
        done.extend(game_ids)
        return verify_batch(game_ids)

    monkeypatch.setattr(verify_games, "_BATCH", 2)
    monkeypatch.setattr(verify_games, "verify_batch", killed)
    with pytest.raises(CommandError, match="The same command continues from here"):
        run("verify_games", "--processes", 1)
    assert done == [games[0].pk, games[1].pk]

    out = io.StringIO()
    monkeypatch.setattr(verify_games, "verify_batch", verify_batch)
    with pytest.raises(CommandError, match="1 of 4 games diverged or do not exist"):
        call_command("verify_games", "--processes", "1", stdout=out)

    said = out.getvalue()
    assert said.startswith("Continuing the sweep of 20")
    assert f"game {games[0].pk}: diverged at step 12" in said
    assert "4 games: 1 diverged, 3 exact" in said
    times = dict(Game.objects.values_list("pk", "verified_at"))
    sweep = VerificationSweep.objects.get()
    assert sweep.finished_at is not None
    assert all(time >= sweep.started_at for time in times.values())
    assert max(times[pk] for pk in done) < min(times[game.pk] for game in games[2:])


def test_a_sweep_after_a_finished_one_verifies_all_games_again():
    game = finished_game()
    assert "1 games: 1 exact" in run("verify_games")
    change_event(game.pk, 12, "kind", "'plot_found'")

    with pytest.raises(CommandError, match="1 of 1 games"):
        run("verify_games")

    assert VerificationSweep.objects.count() == 2


def test_a_sweep_can_be_restarted():
    game = finished_game()
    begun = sweep_begin()
    verify_game(game.pk)
    assert list(sweep_pending(begun)) == []

    said = run("verify_games", "--restart")

    assert "Continuing" not in said
    assert "1 games: 1 exact" in said
    assert VerificationSweep.objects.get().pk != begun.pk


def test_a_game_that_continued_after_its_verification_counts_as_not_verified():
    game = running_game(9)
    sweep = sweep_begin()
    verify_game(game.pk)
    chunk_append(chunk=[Appending(game.pk, 9, log_of(game)[9:12])])

    assert sweep_counts(sweep) == {"unverified": 1}


@pytest.mark.parametrize("arguments", [("--processes", "0"), ("--processes", "x"), ("--processes", "65")])
def test_invalid_arguments_are_refused(arguments):
    with pytest.raises(CommandError):
        run("verify_games", *arguments)


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_several_processes_share_the_work(monkeypatch):
    games = [finished_game() for _ in range(5)]
    monkeypatch.setattr(verify_games, "_BATCH", 2)
    change_event(games[4].pk, 2, "payload", "'{}'")

    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_games", "--processes", "2", stdout=out)

    assert "5 games: 1 diverged, 4 exact" in out.getvalue()
    assert set(Game.objects.values_list("verdict", flat=True)) == {"exact", "diverged"}


def test_the_built_in_bots_are_registered():
    assert "random: " in run("register_bots")
    assert Bot.objects.filter(name="random", transport="builtin").exists()


def test_the_task_verifies_games_that_are_over_and_unverified():
    waiting = [finished_game() for _ in range(3)]
    running_game(5)

    assert [verify_unverified(limit=2), verify_unverified(limit=2), verify_unverified(limit=2)] == [2, 1, 0]
    assert {Game.objects.get(pk=game.pk).verdict for game in waiting} == {"exact"}


def test_a_failing_verification_does_not_stop_the_others(monkeypatch, caplog):
    broken, game = finished_game(), finished_game()

    def judged(game_id):
        if game_id == broken.pk:
            raise RuntimeError("a test")
        return verify_game(game_id)

    monkeypatch.setattr("games.tasks.verify_game", judged)

    assert verify_unverified() == 1
    assert Game.objects.get(pk=game.pk).verdict == GameVerdict.EXACT
    assert f"game {broken.pk} could not be verified" in caplog.text


def test_verification_stops_while_the_database_is_away(monkeypatch):
    finished_game(), finished_game()
    asked = []

    def away(game_id):
        asked.append(game_id)
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr("games.tasks.verify_game", away)

    with pytest.raises(OperationalError):
        verify_unverified()
    assert len(asked) == 1

"""Archive files: exported, interrupted and resumed, imported by several processes."""

import gzip
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine.core import pack_record
from engine.verify import main as verify
from games.import_export import archive_batches, archive_files, archive_games, archives
from games.import_export.archives import ArchiveBatch
from games.management.commands import import_games
from games.management.commands._import_worker import import_batch
from games.models import Event, Game, GameOrigin, GameVerdict
from games.queries import game_record_lines
from tests.games.factories import finished_game, running_game
from tests.games.tampering import forget_games

pytestmark = pytest.mark.django_db


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def whole() -> bytes:
    return b"".join(batch.lines for batch in archive_batches(archive_games(Game.objects.all())))


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_MAX_GAMES", 2)


class TestExport:
    def test_writes_every_game_that_is_over(self, tmp_path: Path, capsys: Any):
        for _ in range(3):
            finished_game()
        running_game(9)

        said = run("export_games", tmp_path / "games.ndjson")

        assert said.endswith(f"games.ndjson: 3 games, {Event.objects.count() - 9} events\n")
        assert (tmp_path / "games.ndjson").read_bytes() == whole()
        assert "Exporting: 3 of 3, done" in capsys.readouterr().err
        assert [path.name for path in tmp_path.iterdir()] == ["games.ndjson"]

    def test_compresses_by_suffix_and_applies_filters(self, tmp_path: Path):
        finished_game(seats=3)
        finished_game(seats=2)

        said = run("export_games", tmp_path / "games.ndjson.gz", "seats=2", "ruleset=moon-river@1")

        assert ": 1 games, " in said
        assert gzip.decompress((tmp_path / "games.ndjson.gz").read_bytes()) == whole().splitlines(True)[1]
        assert verify([str(tmp_path / "games.ndjson.gz")], io.StringIO()) == 0

    def test_writes_an_empty_archive_of_no_games(self, tmp_path: Path):
        run("export_games", tmp_path / "games.ndjson.gz")

        assert gzip.decompress((tmp_path / "games.ndjson.gz").read_bytes()) == b""

    @pytest.mark.parametrize("name", ["games.ndjson", "games.ndjson.gz"])
    @pytest.mark.parametrize("torn", [b"", b"half a batch that the note does not tell of"])
    def test_resumes_after_a_kill(
        self, name: str, torn: bytes, tmp_path: Path, small_batches: None, monkeypatch: pytest.MonkeyPatch
    ):
        for _ in range(5):
            finished_game()
        kept: list[int] = []

        def killed(games: Any, *, after: int) -> Iterator[ArchiveBatch]:
            for batch in archive_batches(games, after=after):
                if kept:
                    raise KeyboardInterrupt
                kept.append(batch.last)
                yield batch

        with monkeypatch.context() as patched:
            patched.setattr(archive_files, "archive_batches", killed)
            with pytest.raises(CommandError, match="The same command continues from here"):
                run("export_games", tmp_path / name)
        assert not (tmp_path / name).exists()
        with (tmp_path / f"{name}.part").open("ab") as file:
            file.write(torn)

        said = run("export_games", tmp_path / name)

        assert "Continuing after 2 games." in said
        assert ": 5 games, " in said
        written = (tmp_path / name).read_bytes()
        assert (gzip.decompress(written) if name.endswith("gz") else written) == whole()
        assert [path.name for path in tmp_path.iterdir()] == [name]

    def test_refuses_a_checkpoint_of_other_games(self, tmp_path: Path):
        note = tmp_path / "games.ndjson.note"
        for text in (b'{"filters":{"seats":"2"},"last":7}', b"[]", b"{"):
            note.write_bytes(text)
            with pytest.raises(
                CommandError,
                match=r"games.ndjson.note is the checkpoint of an unfinished export of other games",
            ):
                run("export_games", tmp_path / "games.ndjson")

    def test_starts_again_if_its_file_is_gone(self, tmp_path: Path):
        finished_game()
        (tmp_path / "games.ndjson.note").write_bytes(b'{"filters":{},"last":70000,"size":5000}')

        run("export_games", tmp_path / "games.ndjson")

        assert (tmp_path / "games.ndjson").read_bytes() == whole()

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["seats"], "is not a filter"),
            (["seats=2", "seats=3"], "is not a filter"),
            (["colour=red"], "is not a filter"),
            (["seats="], "is not a filter"),
            (["status=lost"], "status: "),
            (["bot=nobody"], "bot: "),
        ],
    )
    def test_refuses_invalid_filters(self, arguments: list[str], said: str, tmp_path: Path):
        with pytest.raises(CommandError, match=said):
            run("export_games", tmp_path / "games.ndjson", *arguments)

    def test_reports_a_file_that_cannot_be_written(self, tmp_path: Path):
        finished_game()
        with pytest.raises(CommandError, match=r"Cannot write .*: No such file or directory"):
            run("export_games", tmp_path / "missing" / "games.ndjson")


class TestImport:
    @pytest.fixture
    def archive(self, tmp_path: Path) -> Path:
        """An archive of four games that this database does not know."""
        for seats in (2, 3, 2, 4):
            finished_game(seats=seats)
        run("export_games", tmp_path / "games.ndjson.gz")
        forget_games()
        return tmp_path / "games.ndjson.gz"

    def test_stores_exported_games(self, archive: Path, capsys: Any):
        said = run("import_games", archive)

        assert said == "4 records: 4 new\n"
        assert sorted(gzip.decompress(archive.read_bytes()).splitlines()) == sorted(whole().splitlines())
        assert set(Game.objects.values_list("origin", "verdict")) == {
            (GameOrigin.IMPORTED, GameVerdict.EXACT)
        }
        assert "Importing: 4, done" in capsys.readouterr().err

    def test_skips_stored_games_without_a_replay(self, archive: Path, monkeypatch: pytest.MonkeyPatch):
        run("import_games", archive)
        monkeypatch.setattr("games.management.commands._import_worker.verify_packed", None)

        assert run("import_games", archive, archive) == "8 records: 8 already known\n"
        assert Game.objects.count() == 4

    def test_backfills_seeds_of_games_imported_without_them(self, archive: Path, tmp_path: Path):
        text = gzip.decompress(archive.read_bytes())
        (tmp_path / "unproven.ndjson").write_bytes(re.sub(rb',"seed":"[0-9a-f]{64}"', b"", text))
        run("import_games", tmp_path / "unproven.ndjson")
        assert set(Game.objects.values_list("verdict", flat=True)) == {GameVerdict.CHANCE_UNPROVEN}

        for _ in range(2):
            assert run("import_games", archive) == "4 records: 4 already known\n"
            assert set(Game.objects.values_list("verdict", flat=True)) == {GameVerdict.EXACT}
        assert sorted(whole().splitlines()) == sorted(text.splitlines())

    def test_resumes_after_an_interruption(self, archive: Path, monkeypatch: pytest.MonkeyPatch):
        done: list[int] = []

        def killed(batch: Any) -> Any:
            if done:
                raise KeyboardInterrupt
            done.append(len(batch))
            return import_batch(batch)

        with monkeypatch.context() as patched:
            patched.setattr(import_games, "_MAX_RECORDS", 3)
            patched.setattr(import_games, "import_batch", killed)
            with pytest.raises(CommandError, match="The same command continues from here"):
                run("import_games", archive, "--processes", 1)

        assert Game.objects.count() == 3
        assert run("import_games", archive) == "4 records: 1 new, 3 already known\n"

    def test_imports_records_on_many_lines_and_reports_bad_ones(self, tmp_path: Path):
        games = [finished_game(), finished_game()]
        one, other = (b"".join(game_record_lines(game.pk)) for game in games)
        forget_games()
        header, *events, trailer = other.splitlines()
        torn = pack_record(header, b",".join(events[:50]), trailer)
        wrong = one.replace(b'"position":0', b'"position":1', 1)
        (tmp_path / "mixed.jsonl").write_bytes(one + torn + b"nonsense\n" + wrong + other)
        (tmp_path / "damaged.gz").write_bytes(gzip.compress(one)[:-20])
        (tmp_path / "empty").write_bytes(b"")

        out = io.StringIO()
        names = [str(tmp_path / name) for name in ("mixed.jsonl", "damaged.gz", "missing", "empty")]
        with pytest.raises(CommandError, match="5 records or files were refused"):
            call_command("import_games", *names, stdout=out)

        lines = out.getvalue().splitlines()
        first = one.count(b"\n")
        assert f"mixed.jsonl:{first + 1}: refused: step 51: not_finished" in lines[0]
        assert f"mixed.jsonl:{first + 2}: refused: not_json" in lines[1]
        assert "mixed.jsonl:" in lines[2]
        assert "refused: step " in lines[2]
        assert "damaged.gz: refused: damaged_file" in out.getvalue()
        assert "missing: cannot be read: No such file or directory" in out.getvalue()
        assert lines[-1] == "5 records: 2 new, 3 refused"
        assert Game.objects.count() == 2

    def test_a_changed_record_with_the_head_of_a_known_game_is_refused(self, tmp_path: Path):
        game = finished_game()
        line = json.loads(whole())
        line["events"][5]["data"]["position"] ^= 1
        (tmp_path / "forged.ndjson").write_bytes(json.dumps(line, separators=(",", ":")).encode())

        with pytest.raises(CommandError, match="1 record or file was refused"):
            run("import_games", tmp_path / "forged.ndjson")

        assert Game.objects.get() == game

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.long
    def test_several_processes_share_the_work(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        for _ in range(5):
            finished_game()
        run("export_games", tmp_path / "games.ndjson")
        before = whole()
        forget_games()
        monkeypatch.setattr(import_games, "_MAX_RECORDS", 2)

        assert run("import_games", tmp_path / "games.ndjson", "--processes", 2) == "5 records: 5 new\n"
        assert sorted(whole().splitlines()) == sorted(before.splitlines())

"""`make reset` deletes the data folder: after a yes, when nothing uses it, and nothing but a data folder."""

import os
from pathlib import Path

import pytest

from config import embedded, env
from config.embedded import reset


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder as the embedded servers leave it."""
    folder = tmp_path / "data"
    monkeypatch.setenv(env.DATA_FOLDER.name, str(folder))
    with embedded.hold_lock(folder):
        (folder / "postgres").mkdir()
    return folder


def run(monkeypatch: pytest.MonkeyPatch, *options: str, answer: str | None = None) -> None:
    """Run the command, with an answer typed in or the end of the input."""

    def typed(question: str) -> str:
        assert "Delete " in question
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr("sys.argv", ["reset", *options])
    monkeypatch.setattr("builtins.input", typed)
    reset.main()


def test_it_deletes_the_folder_after_a_yes(folder, monkeypatch, capsys):
    run(monkeypatch, answer="y")

    assert not folder.exists()
    assert str(folder) in capsys.readouterr().out


def test_it_deletes_the_folder_without_asking_with_yes(folder, monkeypatch):
    run(monkeypatch, "--yes")

    assert not folder.exists()


@pytest.mark.parametrize("answer", ["", "n", "yep", None])
def test_it_deletes_nothing_without_a_yes(folder, monkeypatch, answer):
    with pytest.raises(SystemExit, match=r"^Nothing was deleted\.$"):
        run(monkeypatch, answer=answer)

    assert (folder / "postgres").is_dir()


def test_it_deletes_nothing_that_is_in_use(folder, monkeypatch):
    with embedded.hold_lock(folder), pytest.raises(SystemExit) as refused:
        run(monkeypatch, "--yes")

    assert str(refused.value) == (
        f"Rodeo already runs with the data folder {folder} (process {os.getpid()}). "
        "Stop it first; nothing was deleted."
    )
    assert (folder / "postgres").is_dir()


def test_it_deletes_no_folder_that_is_not_a_data_folder(folder, monkeypatch):
    (folder / "servers.lock").unlink()

    with pytest.raises(SystemExit, match=r"is not a data folder of Rodeo; nothing was deleted\.$"):
        run(monkeypatch, "--yes")

    assert folder.is_dir()


def test_it_says_that_there_is_nothing_to_delete(folder, monkeypatch, capsys):
    run(monkeypatch, "--yes")
    run(monkeypatch, "--yes")

    assert capsys.readouterr().out.endswith(f"There is nothing to delete: {folder} does not exist.\n")

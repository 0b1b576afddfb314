"""Command that writes the records of games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.errors import UnknownGame
from games.management.progress import track_progress
from games.queries import game_record_lines


class Command(BaseCommand):
    """``manage.py export_game GAME ... [--folder FOLDER]``"""

    help = (
        "Write the record of a game to standard output, or the records of several games to files in a folder."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="+", type=int, metavar="GAME", help="Id of a game.")
        parser.add_argument(
            "--folder", type=Path, help="Folder for files game-ID.jsonl, instead of standard output."
        )

    def handle(self, *args: Any, games: list[int], folder: Path | None, **options: Any) -> None:
        if folder is None:
            if len(games) > 1:
                raise CommandError("Only one record fits on standard output. Name a folder with --folder.")
            for line in _read_lines(games[0]):
                self.stdout.write(line.decode(), ending="")
            return
        folder.mkdir(parents=True, exist_ok=True)
        for game_id in track_progress(games, title="Exporting", total=len(games)):
            (folder / f"game-{game_id}.jsonl").write_bytes(b"".join(_read_lines(game_id)))


def _read_lines(game_id: int) -> Iterator[bytes]:
    try:
        return game_record_lines(game_id)
    except UnknownGame as error:
        raise CommandError(f"There is no game {game_id}.") from error

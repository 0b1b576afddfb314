"""Command that imports games from records, one per file."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.core import EngineError
from games.errors import RecordRefused
from games.import_export import game_import
from games.management.progress import track_progress


class Command(BaseCommand):
    """``manage.py import_game [FILE ...]``"""

    help = "Verify records by the engine and store their games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files",
            nargs="*",
            type=Path,
            metavar="FILE",
            help="File with one record; default, or -: standard input.",
        )

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        refused = 0
        sources = files or [Path("-")]
        for source in track_progress(sources, title="Importing", total=len(sources)):
            refused += not self._import(source)
        if refused:
            raise CommandError(f"{refused} of {len(sources)} records were refused.")

    def _import(self, source: Path) -> bool:
        try:
            imported = game_import(text=_read(source))
        except RecordRefused as error:
            self.stdout.write(f"{source}: refused at step {error.verdict.step}: {error.verdict.code}")
            return False
        except EngineError as error:
            self.stdout.write(f"{source}: refused: {error}")
            return False
        except OSError as error:
            self.stdout.write(f"{source}: cannot be read: {error.strerror}")
            return False
        known = "" if imported.is_new else " (already known)"
        self.stdout.write(f"{source}: game {imported.game.pk}, {imported.verdict.status}{known}")
        return True


def _read(source: Path) -> bytes:
    return sys.stdin.buffer.read() if str(source) == "-" else source.read_bytes()

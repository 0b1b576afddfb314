"""Export the records of many games to one file, with the filters of the API's list of games."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet
from django.http import QueryDict

from api.v1.games import GameFilterSet
from games.errors import ExportMismatch
from games.import_export import ArchiveCheckpoint, archive_checkpoint, archive_games, archive_write
from games.management.progress import track_progress
from games.models import Game


class Command(BaseCommand):
    """``manage.py export_games FILE [FILTER=VALUE ...]``"""

    help = (
        "Write the records of all games that pass the filters to an archive, compressed if its name ends in .gz. "
        "The same command continues an interrupted export."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            metavar="FILE",
            help="Path of the archive; it appears when the export is complete.",
        )
        parser.add_argument(
            "filters",
            nargs="*",
            metavar="FILTER=VALUE",
            help=f"One of {', '.join(GameFilterSet.base_filters)}; default status: games that are over.",
        )

    def handle(self, *args: Any, file: Path, filters: Sequence[str], **options: Any) -> None:
        chosen = _parse_filters(filters)
        games = _select_games(chosen)
        try:
            note = archive_checkpoint(file, filters=chosen)
            if note.games:
                self.stdout.write(f"Continuing after {note.games} games.")
            done = self._write(file, games, note)
        except ExportMismatch as error:
            raise CommandError(f"{error}: delete it, or choose another file.") from error
        except OSError as error:
            raise CommandError(f"Cannot write {file}: {error.strerror}.") from error
        except KeyboardInterrupt:
            raise CommandError("Interrupted. The same command continues from here.") from None
        self.stdout.write(f"{file}: {done.games} games, {done.events} events")

    def _write(self, file: Path, games: QuerySet[Game], note: ArchiveCheckpoint) -> ArchiveCheckpoint:
        total = games.filter(pk__gt=note.last).count()
        done = [note.games, note.events]

        def write() -> Iterator[None]:
            for batch in archive_write(file, games, note):
                done[0] += batch.games
                done[1] += batch.events
                yield from [None] * batch.games

        for _ in track_progress(write(), title="Exporting", total=total):
            pass
        return ArchiveCheckpoint(note.filters, games=done[0], events=done[1])


def _parse_filters(filters: Sequence[str]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for text in filters:
        name, equals, value = text.partition("=")
        if name not in GameFilterSet.base_filters or not equals or not value or name in chosen:
            known = ", ".join(GameFilterSet.base_filters)
            raise CommandError(
                f"{text!r} is not a filter, or repeats one; write NAME=VALUE with one of {known}."
            )
        chosen[name] = value
    return chosen


def _select_games(chosen: Mapping[str, str]) -> QuerySet[Game]:
    values = QueryDict(mutable=True)
    values.update(chosen)
    filters = GameFilterSet(values, queryset=Game.objects.all())
    if not filters.is_valid():
        errors = (f"{name}: {' '.join(messages)}" for name, messages in filters.errors.items())
        raise CommandError("; ".join(errors))
    return archive_games(filters.qs, status=chosen.get("status"))

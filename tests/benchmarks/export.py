"""
Export of all records over HTTP, from a real uvicorn in a process of its own, read to the last byte.

The rate counts events received. The site's memory is compared before and after: it must not grow with the export.
Reading the same rows from the database in the same order is measured for comparison.
"""

import os
import tempfile
import time
import urllib.request
import zlib
from pathlib import Path
from statistics import median

import django
from django.core.management import call_command

from tests.benchmarks.harness import Figure, is_quick, report

_GAMES = 24


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    # Rooms that import models, which exist only now.
    from tests.benchmarks.cloning import clone_games, play_games
    from tests.processes import running_site

    clone_games(play_games(_GAMES), 24 if quick else 99)
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder)) as site:
        assert site.process is not None, "the site runs"
        address = f"{site.url}/api/v1/games/export/"
        _fetch(address, gzip=False)  # warms up
        before = _get_peak_memory(site.process.pid)
        plain, small, rows = [], [], []
        for _ in range(3 if quick else 7):
            rows.append(_read_rows())
            plain.append(_fetch(address, gzip=False))
            small.append(_fetch(address, gzip=True))
        grown = _get_peak_memory(site.process.pid) - before
    report(
        "The export over HTTP",
        [
            Figure("rows read from PostgreSQL", median(rows), "events/s"),
            Figure("export", median(plain), "events/s", target=100_000),
            Figure("export, compressed", median(small), "events/s"),
            Figure("the site's memory, grown by", grown / 1024, "MB", target=32, at_most=True),
        ],
    )


def _fetch(address: str, *, gzip: bool) -> float:
    """Fetch the whole export, count what is in it, and return the events per second."""
    start = time.perf_counter()
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip" if gzip else "identity"})
    unpacked = zlib.decompressobj(wbits=31) if gzip else None
    events = games = 0
    end = b""
    with urllib.request.urlopen(request) as answer:
        while piece := answer.read(1 << 20):
            text = end + (unpacked.decompress(piece) if unpacked else piece)
            # The end of a chunk may hold half of a counted text.
            end = text[-8:]
            events += text.count(b',"kind":"') - end.count(b',"kind":"')
            games += text.count(b"}}\n") - end.count(b"}}\n")
    events += end.count(b',"kind":"')
    games += end.count(b"}}\n")
    assert (games, events) == _count_expected(), "every game and event has arrived"
    return events / (time.perf_counter() - start)


def _count_expected() -> tuple[int, int]:
    from games.models import Event, Game

    return Game.objects.count(), Event.objects.count()


def _read_rows() -> float:
    from games.models import Game
    from games.queries.selectors import game_logs

    start = time.perf_counter()
    events = sum(len(log) for _, log in game_logs(Game.objects.order_by("pk").values_list("pk", flat=True)))
    return events / (time.perf_counter() - start)


def _get_peak_memory(process_id: int) -> int:
    """Return the peak memory of a process in kB; Linux only."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


if __name__ == "__main__":
    main()

"""Other workers that take over whatever lease has expired, while a test thinks for long."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.db import connection

from games.models import JobKind, PlayJob
from games.play_jobs import Lease, jobs_claim, jobs_expire

__all__ = ["rivals"]


@contextmanager
def rivals() -> Iterator[list[Lease]]:
    """End expired leases and claim every job that waits, of all kinds, again and again in a thread."""
    claimed: list[Lease] = []
    is_over = Event()

    def claim() -> None:
        try:
            while not is_over.wait(0.05):
                jobs_expire(*JobKind)
                for kind, group_key in PlayJob.objects.values_list("kind", "group_key").distinct():
                    claimed.extend(jobs_claim(JobKind(kind), group_key=group_key, worker="rival"))
        finally:
            connection.close()

    thread = Thread(target=claim)
    thread.start()
    try:
        yield claimed
    finally:
        is_over.set()
        thread.join()

"""
Appending whole games to PostgreSQL: the store against a raw COPY of the same rows and against ``bulk_create``.

All write into the same table of the same server (on which nothing waits for the disk), each in one transaction,
in turns. The store gets the events of a play-through: it checks that they continue the log, formats the rows, and
updates heads, results and seeds. The other two get formatted rows and only write them.
"""

import os

import django
from django.core.management import call_command

from tests.benchmarks.harness import Figure, is_quick, report


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    # The room that measures imports models, which exist only now.
    from tests.benchmarks.store_works import BULK, COPY, LIVE, READ, READY, STORE, measure

    rates = measure(turns=11 if quick else 41)
    copied = rates.ratio(STORE, COPY)
    created = rates.ratio(STORE, BULK)
    report(
        "Events into PostgreSQL",
        [
            Figure(COPY, rates.rate(COPY), "events/s"),
            Figure(BULK, rates.rate(BULK), "events/s"),
            Figure("appending whole games", rates.rate(STORE), "events/s", copied, COPY, 0.6),
            Figure("appending whole games, again", rates.rate(STORE), "events/s", created, BULK, 5),
            Figure(READY, rates.rate(READY), "events/s"),
            Figure(LIVE, rates.rate(LIVE), "events/s"),
            Figure(READ, rates.rate(READ), "events/s"),
        ],
    )


if __name__ == "__main__":
    main()

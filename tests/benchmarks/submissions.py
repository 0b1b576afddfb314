"""
Submitted games: batches of 4-seat Moon River records through the API, against verified replay plus append alone.

A batch is posted as by a client and answered with receipts: it is parsed, verified and stored. The comparison gets
events of existing games, which are replayed with all checks and appended. Both write to the same server (without
waiting for the disk), in turns, and their rows are removed after each turn.
"""

import os

import django
from django.core.management import call_command

from tests.benchmarks.harness import Figure, is_quick, report

#: Minimum of accepted games per second, in one process.
TARGET = 200
#: Or the minimum ratio to replay and append alone.
SHARE = 0.6


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    # The room that measures imports models, which exist only now.
    from tests.benchmarks.submission_works import BATCH, DRY_RUN, LOOSE, PURE, SINGLE, measure

    rates = measure(turns=5 if quick else 31)
    ratio = rates.ratio(BATCH, PURE)
    is_fast = rates.rate(BATCH) >= TARGET
    report(
        "Submitted games",
        [
            Figure(PURE, rates.rate(PURE), "games/s"),
            Figure(BATCH, rates.rate(BATCH), "games/s", target=TARGET)
            if is_fast
            else Figure(BATCH, rates.rate(BATCH), "games/s", ratio, PURE, SHARE),
            Figure(f"{BATCH}, against {PURE}", rates.rate(BATCH), "games/s", ratio, PURE),
            Figure(LOOSE, rates.rate(LOOSE), "games/s"),
            Figure(DRY_RUN, rates.rate(DRY_RUN), "games/s"),
            Figure(SINGLE, rates.rate(SINGLE), "games/s"),
        ],
        [f"The target is {TARGET} games/s, or {SHARE}x of {PURE} on a slower machine."],
    )


if __name__ == "__main__":
    main()

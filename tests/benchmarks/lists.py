"""
Lists of the REST API against plain lists of Django REST framework: one page of 50 games, bots, tournaments and events.

A plain list is a ``ListAPIView`` with a ``ModelSerializer`` of all fields, DRF's own JSON and its own pagination by
cursor. Both sides answer in this process, in turns, from the same database; their time is this process's own.
"""

import os

import django
from django.core.management import call_command

from tests.benchmarks.harness import Figure, is_quick, report

#: Least ratios of the API's own list to the plain one.
_TARGETS = {"games": 1.0, "events": 2.4}


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    # The module that measures imports models, which exist only now.
    from tests.benchmarks.list_works import measure

    rates = measure(turns=7 if quick else 21)
    figures = []
    for name in ("games", "events", "bots", "tournaments"):
        plain = f"{name}, plain"
        ratio = rates.ratio(name, plain)
        figures.append(Figure(plain, rates.rate(plain), "lists/s"))
        figures.append(Figure(name, rates.rate(name), "lists/s", ratio, plain, _TARGETS.get(name)))
    report("Lists of 50", figures)


if __name__ == "__main__":
    main()

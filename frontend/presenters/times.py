"""Times as the pages write them."""

from datetime import UTC, datetime

from django.utils.dateformat import format as written

__all__ = ["moment", "moments", "roughly", "seconds", "span"]


def seconds(milliseconds: int) -> str:
    """Return a time a player took: ``0.8 s``, ``2 min 5 s``."""
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:.1f} s"
    minutes, rest = divmod(round(milliseconds / 1000), 60)
    return f"{minutes} min {rest} s"


def span(milliseconds: int) -> str:
    """
    Return the time a clock gives, in whole seconds and never more than there is: ``30 s``, ``10 min``, ``1 h 5 min``.
    """
    minutes, rest = divmod(max(milliseconds, 0) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "h"), (minutes, "min"), (0 if hours else rest, "s")]
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"


def moment(at: datetime) -> str:
    """Return a moment to the minute: ``28 Nov 2026, 07:35 UTC``."""
    return written(at.astimezone(UTC), "j M Y, H:i") + " UTC"


def moments(start: datetime, end: datetime | None = None) -> str:
    """Return a moment, or from when to when, to the second: ``28 Nov 2026, 07:35:03 to 07:36:10 UTC``."""
    start = start.astimezone(UTC)
    begun = written(start, "j M Y, H:i:s")
    if end is None:
        return f"{begun} UTC"
    end = end.astimezone(UTC)
    same_day = start.date() == end.date()
    return f"{begun} to {written(end, 'H:i:s' if same_day else 'j M Y, H:i:s')} UTC"


def roughly(seconds_left: float) -> str:
    """Return how long something will take, roughly: ``less than a minute``, ``about 35 minutes``, ``about 3 hours``."""
    minutes = round(seconds_left / 60)
    if minutes < 1:
        return "less than a minute"
    if minutes == 1:
        return "about a minute"
    if minutes < 90:
        return f"about {minutes} minutes"
    return f"about {round(minutes / 60)} hours"

"""Times as text: thinking times, clocks, moments, periods, estimates."""

from datetime import UTC, datetime

from django.utils.dateformat import format as format_date
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

__all__ = ["format_clock", "format_moment", "format_period", "format_thinking_time", "format_time_left"]


def format_thinking_time(milliseconds: int) -> str:
    """Return the time that a player took: ``0.8 s``, ``2 min 5 s``."""
    if milliseconds < 60_000:
        return gettext("{seconds} s").format(seconds=f"{milliseconds / 1000:.1f}")
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    return gettext("{minutes} min {seconds} s").format(minutes=minutes, seconds=seconds)


def format_clock(milliseconds: int) -> str:
    """
    Return the time on a clock, rounded down to seconds, or to minutes from one hour on.

    Examples: ``30 s``, ``10 min``, ``1 h 5 min``.
    """
    minutes, seconds = divmod(max(milliseconds, 0) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    if hours and minutes:
        return gettext("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    if hours:
        return gettext("{hours} h").format(hours=hours)
    if minutes and seconds:
        return gettext("{minutes} min {seconds} s").format(minutes=minutes, seconds=seconds)
    if minutes:
        return gettext("{minutes} min").format(minutes=minutes)
    return gettext("{seconds} s").format(seconds=seconds)


def format_moment(at: datetime) -> str:
    """Return a moment to the minute: ``28 Nov 2026, 07:35 UTC``."""
    return date_format(at.astimezone(UTC), "DATETIME_FORMAT")


def format_period(start: datetime, end: datetime | None = None) -> str:
    """Return a period to the second: ``28 Nov 2026, 07:35:03 to 07:36:10 UTC``; without an end, the start."""
    start = start.astimezone(UTC)
    # Translators: a date and a time to the second, in the letters of Django's date filter
    moment = pgettext("date format", "j M Y, H:i:s")
    begins = format_date(start, moment)
    if end is None:
        return gettext("{time} UTC").format(time=begins)
    end = end.astimezone(UTC)
    if start.date() == end.date():
        # Translators: a time to the second, in the letters of Django's date filter
        moment = pgettext("date format", "H:i:s")
    return gettext("{start} to {end} UTC").format(start=begins, end=format_date(end, moment))


def format_time_left(seconds: float) -> str:
    """Return an estimate of the time left: ``less than a minute left``, ``about 35 minutes left``."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return gettext("less than a minute left")
    if minutes < 90:
        text = ngettext("about a minute left", "about {n} minutes left", minutes)
        return text.format(n=minutes)
    hours = round(minutes / 60)
    return ngettext("about an hour left", "about {n} hours left", hours).format(n=hours)

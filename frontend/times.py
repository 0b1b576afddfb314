"""
Times as the pages write them.
"""

__all__ = ["roughly", "seconds"]


def seconds(milliseconds: int) -> str:
    """
    Return a time a player took: ``0.8 s``, ``2 min 5 s``.
    """
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:.1f} s"
    minutes, rest = divmod(round(milliseconds / 1000), 60)
    return f"{minutes} min {rest} s"


def roughly(seconds_left: float) -> str:
    """
    Return how long something will take, roughly: ``less than a minute``, ``about 35 minutes``, ``about 3 hours``.
    """
    minutes = round(seconds_left / 60)
    if minutes < 1:
        return "less than a minute"
    if minutes == 1:
        return "about a minute"
    if minutes < 90:
        return f"about {minutes} minutes"
    return f"about {round(minutes / 60)} hours"

"""Numbers as text: shares, decimals and half points."""

__all__ = ["format_decimal", "format_halves", "format_percent"]


def format_percent(share: float | None) -> str:
    """Return a share as a whole percentage: ``62 %``; a dash for None."""
    return "–" if share is None else f"{100 * share:.0f} %"


def format_decimal(value: float | None, places: int = 1) -> str:
    """Return a number with a fixed number of decimals and a true minus sign; a dash for None."""
    return "–" if value is None else f"{value:.{places}f}".replace("-", "−")


def format_halves(points: float) -> str:
    """Return a number of half points: ``55½``."""
    whole, half = divmod(round(points * 2), 2)
    if half and not whole:
        return "½"
    return f"{whole}{'½' if half else ''}"

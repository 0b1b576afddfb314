"""The crosstable of a tournament as a page shows it: each cell with its text, class and explanation."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.translation import gettext, ngettext

from frontend.presenters.numbers import format_percent
from tournaments.models import Entrant
from tournaments.selectors import Crosstable, CrosstableCell

__all__ = ["Cell", "Row", "present_crosstable"]


@dataclass(frozen=True, slots=True)
class Cell:
    """
    One cell of the crosstable.

    Args:
        css: the class of the cell: ``w`` above half of the points, ``d`` half, ``l`` below; ``self`` on the diagonal.
        text: the share of points; on the diagonal and before the first game, markup for screen readers.
        title: the cell in words; empty if its text says everything.
    """

    css: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's row."""

    entrant: Entrant
    cells: tuple[Cell, ...]
    points: float


def present_crosstable(table: Crosstable) -> tuple[Row, ...]:
    """Return the rows of a crosstable in the order of the standings."""
    itself = format_html('<span class="vh">{}</span>', gettext("itself"))
    not_met = format_html(
        '<span aria-hidden="true">·</span><span class="vh">{}</span>', gettext("not met yet")
    )
    diagonal, unmet = Cell("self", itself, ""), Cell("l", not_met, "")
    return tuple(
        Row(
            row.entrant,
            tuple(
                diagonal if cell is None else unmet if cell.share is None else _present(cell, cell.share)
                for cell in row.cells
            ),
            row.points,
        )
        for row in table.rows
    )


def _present(cell: CrosstableCell, share: float) -> Cell:
    css = "w" if share > 0.5 else "l" if share < 0.5 else "d"
    return Cell(css, format_percent(share), _explain(cell))


def _explain(cell: CrosstableCell) -> str:
    """Return in words how often the row's entrant was placed above, equal to and below the column's."""
    if cell.submitted:
        text = ngettext(
            "above {above}, equal {equal}, below {below} in {n} game, {submitted} of them submitted",
            "above {above}, equal {equal}, below {below} in {n} games, {submitted} of them submitted",
            cell.games,
        )
    else:
        text = ngettext(
            "above {above}, equal {equal}, below {below} in {n} game",
            "above {above}, equal {equal}, below {below} in {n} games",
            cell.games,
        )
    return text.format(
        above=cell.above, equal=cell.equal, below=cell.below, n=cell.games, submitted=cell.submitted
    )

"""The list of events as markup: one line per event, under a heading for each turn. Pure: stories in, markup out."""

from collections.abc import Sequence
from typing import NamedTuple

from frontend.replay import ENGLISH, Html, Line, Story, Translator, escaped

__all__ = ["ForkPoint", "list_categories", "mark_lines", "write_lines"]


class ForkPoint(NamedTuple):
    """
    The step at which a fork left its parent's log.

    Args:
        step: the last step that both share.
        parent: the parent's id; None if the parent is not stored here.
        href: the parent's address at that step; empty if the parent is not stored here.
    """

    step: int
    parent: int | None
    href: str


def write_lines(
    story: Story, fork_point: ForkPoint | None = None, translator: Translator = ENGLISH
) -> tuple[str, ...]:
    """
    Return the markup of each line of the story, none of them marked as the current one.

    A heading stands above the first line that is a fork's own.
    """
    turns = frozenset(story.turns)
    written = []
    heading = ""
    for line in story.lines:
        head = ""
        if fork_point is not None and line.seq == fork_point.step + 1:
            head = _write_fork_heading(fork_point, translator)
        if line.turn != heading or line.seq in turns:
            heading = line.turn
            head += f'<li class="turn">{escaped(heading)}</li>'
        written.append(head + _write_line(line, begins_turn=line.seq in turns))
    return tuple(written)


def _write_fork_heading(fork_point: ForkPoint, translator: Translator) -> str:
    if fork_point.parent is None:
        text = escaped(
            translator.gettext("The fork left its parent here. The parent is not stored on this server.")
        )
    else:
        text = translator.gettext('The fork left <a href="{href}">game {parent}</a> here').format(
            href=escaped(fork_point.href), parent=fork_point.parent
        )
    return f'<li class="left">{text}</li>'


def _write_line(line: Line, *, begins_turn: bool) -> str:
    gain = f'<span class="{"up" if line.gain > 0 else "down"}">{line.gain_text}</span>' if line.gain else ""
    seat = "" if line.seat is None else f' data-seat="{line.seat}"'
    turn = " data-turn" if begins_turn else ""
    return (
        f'<li{seat} data-category="{escaped(line.category)}">'
        f'<a class="ev" href="?step={line.seq}" data-step="{line.seq}"{turn}>'
        f'<span class="n">{line.seq}</span><span>{line.markup}</span>{gain}</a></li>'
    )


def mark_lines(lines: Sequence[str], step: int, prefix: str = "") -> Html:
    """
    Return the whole list at one step: its line is the current one, later lines are faint.

    Args:
        prefix: parameters that links carry before the step, as in ``seat=2&amp;``.
    """
    marked = list(lines[:step])
    if marked:
        marked[-1] = marked[-1].replace(' data-step="', ' aria-current="step" data-step="', 1)
    marked.extend(line.replace('class="ev"', 'class="ev later"', 1) for line in lines[step:])
    joined = "".join(marked)
    return Html(joined.replace('href="?step=', f'href="?{prefix}step=') if prefix else joined)


def list_categories(story: Story) -> tuple[str, ...]:
    """Return the categories that occur in the story, in the order of their first line."""
    return tuple(dict.fromkeys(line.category for line in story.lines))

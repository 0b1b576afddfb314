"""The list of events as markup: one line an event, under a heading for each turn. Pure: stories in, markup out."""

from collections.abc import Sequence
from typing import NamedTuple

from frontend.replay import Html, Line, Story, escaped

__all__ = ["Leaving", "categories", "event_lines", "lines_at"]


class Leaving(NamedTuple):
    """Where a fork left its parent's log: after which step, what that log is called, and its address there, if any."""

    step: int
    name: str
    href: str


def event_lines(story: Story, leaving: Leaving | None = None) -> tuple[str, ...]:
    """
    Return the markup of each line of the story, none of them marked as the current one.

    The first line that is a fork's own stands under a heading that says so.
    """
    turns = frozenset(story.turns)
    written = []
    heading = ""
    for line in story.lines:
        head = ""
        if leaving is not None and line.seq == leaving.step + 1:
            head = _left(leaving)
        if line.turn != heading or line.seq in turns:
            heading = line.turn
            head += f'<li class="turn">{escaped(heading)}</li>'
        written.append(head + _line(line, begins_turn=line.seq in turns))
    return tuple(written)


def _left(leaving: Leaving) -> str:
    name = escaped(leaving.name)
    named = f'<a href="{escaped(leaving.href)}">{name}</a>' if leaving.href else name
    return f'<li class="left">Here it left {named}</li>'


def _line(line: Line, *, begins_turn: bool) -> str:
    gain = f'<span class="{"up" if line.gain > 0 else "down"}">{line.gain_text}</span>' if line.gain else ""
    seat = "" if line.seat is None else f' data-seat="{line.seat}"'
    turn = " data-turn" if begins_turn else ""
    return (
        f'<li{seat} data-category="{escaped(line.category)}">'
        f'<a class="ev" href="?step={line.seq}" data-step="{line.seq}"{turn}>'
        f'<span class="n">{line.seq}</span><span>{line.markup}</span>{gain}</a></li>'
    )


def lines_at(lines: Sequence[str], step: int, looking: str = "") -> Html:
    """
    Return the whole list as it reads at one step: that line is the current one, the later ones are faint.

    Args:
        looking: what links carry along before the step, as in ``seat=2&amp;``.
    """
    marked = list(lines[:step])
    if marked:
        marked[-1] = marked[-1].replace(' data-step="', ' aria-current="step" data-step="', 1)
    marked.extend(line.replace('class="ev"', 'class="ev later"', 1) for line in lines[step:])
    joined = "".join(marked)
    return Html(joined.replace('href="?step=', f'href="?{looking}step=') if looking else joined)


def categories(story: Story) -> tuple[str, ...]:
    """Return the categories that occur in the story, in the order of their first line."""
    return tuple(dict.fromkeys(line.category for line in story.lines))

"""
The list of events as markup: one line an event, under a heading for each turn. Pure: stories in, markup out.
"""

from collections.abc import Sequence

from frontend.replay.drawing import Line, Story
from frontend.replay.markup import Html, escaped

__all__ = ["categories", "event_lines", "lines_at"]


def event_lines(story: Story) -> tuple[str, ...]:
    """
    Return the markup of each line of the story, none of them marked as the current one.
    """
    turns = frozenset(story.turns)
    written = []
    heading = ""
    for line in story.lines:
        head = ""
        if line.turn != heading or line.seq in turns:
            heading = line.turn
            head = f'<li class="turn">{escaped(heading)}</li>'
        written.append(head + _line(line, begins_turn=line.seq in turns))
    return tuple(written)


def _line(line: Line, *, begins_turn: bool) -> str:
    badge = (
        "<span></span>"
        if line.seat is None
        else f'<b class="seat seat-{line.letter.lower()}">{line.letter}</b>'
    )
    gain = f'<span class="{"up" if line.gain > 0 else "down"}">{line.gain_text}</span>' if line.gain else ""
    seat = "" if line.seat is None else f' data-seat="{line.seat}"'
    turn = " data-turn" if begins_turn else ""
    return (
        f'<li{seat} data-category="{escaped(line.category)}">'
        f'<a class="ev" href="?step={line.seq}" data-step="{line.seq}"{turn}>'
        f'<span class="n">{line.seq}</span>{badge}<span>{escaped(line.text)}</span>{gain}</a></li>'
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
    """
    Return the categories that occur in the story, in the order of their first line.
    """
    return tuple(dict.fromkeys(line.category for line in story.lines))

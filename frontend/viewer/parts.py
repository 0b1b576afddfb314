"""
The parts of the viewer that differ from step to step, as markup. Pure: scenes in, markup out.

Page and script get the very same text from here: the page has each part in the place of its name, the script
fetches the parts of other steps and puts them there. They are written without templates because a viewer that
plays asks for hundreds of them.
"""

from frontend.replay import Change, Chip, Html, Panel, Part, Scene, escaped, part_bars

__all__ = ["step_parts"]


def step_parts(scene: Scene) -> dict[str, Html]:
    """Return the parts of a step by the names of their places."""
    parts = {
        "now": _now(scene),
        "table": _table(scene),
        "scores": Html("".join(map(_score, scene.panels))),
        "round": Html(escaped(scene.round_text)),
        "bars": part_bars(scene.panels),
    }
    for panel in scene.panels:
        parts[f"panel-{panel.seat}"] = _panel(panel)
    return parts


def _now(scene: Scene) -> Html:
    """Return the step in words: its number, the headline, what it changed, what comes next."""
    changes = "".join(map(_change, scene.changes))
    following = f'<p class="next">{escaped(scene.following)}</p>' if scene.following else ""
    return Html(
        f'<p class="step num">{scene.seq}<small>of {scene.total}</small></p>'
        f"<h2>{scene.headline.markup}</h2>"
        f"{f'<ol>{changes}</ol>' if changes else ''}{following}"
    )


def _change(change: Change) -> str:
    mark = f'<span class="mark">{change.mark}</span>' if change.mark else ""
    css = "up" if change.gain > 0 else "down"
    gain = f' <span class="{css}">{change.gain_text}</span>' if change.gain else ""
    return f"<li>{mark}{change.markup}{gain}</li>"


def _table(scene: Scene) -> Html:
    """Return what stands on the table."""
    pieces = []
    for piece in scene.table:
        note = f" <small>{escaped(piece.note)}</small>" if piece.note else ""
        pieces.append(
            f'<div class="piece-{piece.key}"><h3>{escaped(piece.title)}{note}</h3>{piece.drawing}</div>'
        )
    return Html("".join(pieces))


def _score(panel: Panel) -> str:
    """Return a seat's letter and points as a link to its panel: what a phone shows above the step."""
    on = ' class="on"' if panel.is_mover else ""
    return (
        f'<a href="#seat-{panel.letter.lower()}"{on}><b class="seat {panel.css}">{panel.letter}</b>{panel.score}'
        f'<span class="vh"> {panel.unit}, {escaped(panel.player)}</span></a>'
    )


def _panel(panel: Panel) -> Html:
    """Return all of one seat: who plays, points, drawing, points by part, counters, and a table for screen readers."""
    letter = panel.letter
    player = escaped(panel.player)
    loss = " loss" if panel.gain < 0 else ""
    gain = f'<span class="gain{loss}">{panel.gain_text}</span>' if panel.gain else ""
    none = f'<li class="soft">{escaped(panel.no_chips)}</li>' if panel.no_chips else ""
    chips = "".join(map(_chip, panel.chips)) or none
    counters = f'<ul class="lands">{chips}</ul>' if chips else ""
    return Html(
        f'<article id="seat-{letter.lower()}" class="ranch{" on" if panel.is_mover else ""}"'
        f' aria-label="Seat {letter}, {player}">'
        f'<header><b class="seat {panel.css}">{letter}</b>'
        f"<h2>{player}<small>{escaped(' · '.join(panel.facts))}</small></h2>"
        f'<p class="num">{gain}{panel.score}<span class="vh unit"> {panel.unit}</span></p></header>{panel.drawing}'
        f'<dl class="parts parts-{len(panel.parts)}">{"".join(map(_part, panel.parts))}</dl>'
        f'{counters}<div class="vh">{panel.listing}</div></article>'
    )


def _part(part: Part) -> str:
    return f"<div><dt>{escaped(part.title)}</dt><dd>{part.points}</dd></div>"


def _chip(chip: Chip) -> str:
    new = ' class="new"' if chip.is_changed else ""
    return (
        f'<li{new}><svg viewBox="0 0 96 96" aria-hidden="true"><use href="#{chip.symbol}"/></svg>'
        f'<span class="vh">{escaped(chip.name)} </span>{escaped(chip.text)}</li>'
    )

"""
The parts of the viewer that differ from step to step, as markup. Pure: scenes in, markup out.

The page and its script use the same markup: the page has each part in the place of its name, and the script
fetches the parts of other steps into these places. They are built without templates, because playing a game
requests hundreds of them.
"""

from frontend.replay import (
    ENGLISH,
    Change,
    Chip,
    Html,
    Panel,
    Part,
    Scene,
    Translator,
    escaped,
    part_bars,
)

__all__ = ["render_parts"]


def render_parts(scene: Scene, translator: Translator = ENGLISH) -> dict[str, Html]:
    """Return the parts of a step by the names of their places."""
    parts = {
        "now": _render_step(scene, translator),
        "table": _render_table(scene),
        "scores": Html("".join(map(_render_score, scene.panels))),
        "round": Html(escaped(scene.round_text)),
        "bars": part_bars(scene.panels, translator),
    }
    for panel in scene.panels:
        parts[f"panel-{panel.seat}"] = _render_panel(panel, translator)
    return parts


def _render_step(scene: Scene, translator: Translator) -> Html:
    """Return the step as text: its number, the headline, its changes, what comes next."""
    # Translators: the number of the step shown, above the number of all steps
    number = translator.gettext("{step}<small>of {total}</small>").format(step=scene.seq, total=scene.total)
    changes = "".join(map(_render_change, scene.changes))
    following = f'<p class="next">{escaped(scene.following)}</p>' if scene.following else ""
    return Html(
        f'<p class="step num">{number}</p>'
        f"<h2>{scene.headline.markup}</h2>"
        f"{f'<ol>{changes}</ol>' if changes else ''}{following}"
    )


def _render_change(change: Change) -> str:
    mark = f'<span class="mark">{change.mark}</span>' if change.mark else ""
    css = "up" if change.gain > 0 else "down"
    gain = f' <span class="{css}">{change.gain_text}</span>' if change.gain else ""
    return f"<li>{mark}{change.markup}{gain}</li>"


def _render_table(scene: Scene) -> Html:
    """Return the things on the table."""
    pieces = []
    for piece in scene.table:
        note = f" <small>{escaped(piece.note)}</small>" if piece.note else ""
        pieces.append(
            f'<div class="piece-{piece.key}"><h3>{escaped(piece.title)}{note}</h3>{piece.drawing}</div>'
        )
    return Html("".join(pieces))


def _render_score(panel: Panel) -> str:
    """Return a seat's letter and points as a link to its panel, for the row that phones show above the step."""
    on = ' class="on"' if panel.is_mover else ""
    return (
        f'<a href="#seat-{panel.letter.lower()}"{on}><b class="seat {panel.css}">{panel.letter}</b>{panel.score}'
        f'<span class="vh"> {panel.unit}, {escaped(panel.player)}</span></a>'
    )


def _render_panel(panel: Panel, translator: Translator) -> Html:
    """Return one seat: player, points, drawing, points by part, counters, and a table for screen readers."""
    letter = panel.letter
    player = escaped(panel.player)
    label = translator.gettext("Seat {seat}, {player}").format(seat=letter, player=player)
    loss = " loss" if panel.gain < 0 else ""
    gain = f'<span class="gain{loss}">{panel.gain_text}</span>' if panel.gain else ""
    none = f'<li class="soft">{escaped(panel.no_chips)}</li>' if panel.no_chips else ""
    chips = "".join(map(_render_chip, panel.chips)) or none
    counters = f'<ul class="lands">{chips}</ul>' if chips else ""
    return Html(
        f'<article id="seat-{letter.lower()}" class="ranch{" on" if panel.is_mover else ""}"'
        f' aria-label="{label}">'
        f'<header><b class="seat {panel.css}">{letter}</b>'
        f"<h2>{player}<small>{escaped(' · '.join(panel.facts))}</small></h2>"
        f'<p class="num">{gain}{panel.score}<span class="vh unit"> {panel.unit}</span></p></header>{panel.drawing}'
        f'<dl class="parts parts-{len(panel.parts)}">{"".join(map(_render_part, panel.parts))}</dl>'
        f'{counters}<div class="vh">{panel.listing}</div></article>'
    )


def _render_part(part: Part) -> str:
    return f"<div><dt>{escaped(part.title)}</dt><dd>{part.points}</dd></div>"


def _render_chip(chip: Chip) -> str:
    new = ' class="new"' if chip.is_changed else ""
    return (
        f'<li{new}><svg viewBox="0 0 96 96" aria-hidden="true"><use href="#{chip.symbol}"/></svg>'
        f'<span class="vh">{escaped(chip.name)} </span>{escaped(chip.text)}</li>'
    )

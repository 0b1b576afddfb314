"""A seat's panel: its ranch, numbers, territories, and the ranch as a table for screen readers."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.core import rank_seats
from engine.rulesets.moon_river import component_set
from frontend.replay.drawing import Chip, Panel, Part, Position, StepFacts, letter
from frontend.replay.markup import Html, escaped
from frontend.replay.moon_river.boards import name_board
from frontend.replay.moon_river.plots import Content, describe_content, name_cell
from frontend.replay.moon_river.ranch import compute_ratio, draw_ranch, read_contents
from frontend.replay.moon_river.step_changes import Changes
from frontend.replay.moon_river.vocabulary import count_landscapes
from frontend.replay.seats import list_result_remarks, list_time_remarks
from frontend.replay.translation import Translator

__all__ = ["make_panels"]

_PARTS: Mapping[str, Callable[[Translator], str]] = {
    "territories": lambda tr: tr.gettext("Territories"),
    "resources": lambda tr: tr.gettext("Resources"),
    "partners": lambda tr: tr.gettext("Partners"),
    "scenario": lambda tr: tr.gettext("Scenario"),
}

#: The decision that a seat has to make, by phase.
_DUE: Mapping[str, Callable[[Translator], str]] = {
    "setup": lambda tr: tr.gettext("to choose"),
    "choose": lambda tr: tr.gettext("to choose"),
    "discard": lambda tr: tr.gettext("must discard"),
    "remove_cow": lambda tr: tr.gettext("to remove a cow"),
    "recruit": lambda tr: tr.gettext("to recruit"),
    "move_cow": lambda tr: tr.gettext("to move cows"),
    "swap": lambda tr: tr.gettext("may swap"),
    "steal": lambda tr: tr.gettext("may steal"),
    "bonus": lambda tr: tr.gettext("to place a tile"),
}


def make_panels(
    position: Position,
    previous: Position | None,
    changes: Changes,
    step: StepFacts,
    mover: int | None,
) -> tuple[Panel, ...]:
    """Return one panel per seat, in seat order; ``mover`` is the seat to bring forward."""
    tr = step.translator
    plots = component_set(position["components"]).plots
    places = _places(position)
    panels = []
    for seat, ranch in enumerate(position["ranches"]):
        marks = changes.of(seat)
        contents = read_contents(ranch)
        before = previous["ranches"][seat] if previous else None
        score = ranch["score"]
        panels.append(
            Panel(
                seat=seat,
                player=step.names[seat],
                score=score["total"],
                gain=score["total"] - before["score"]["total"] if before else 0,
                is_mover=seat == mover,
                is_due=position["actor"] == seat,
                has_forfeited=bool(ranch["forfeited"]),
                has_changed=not marks.is_empty or (before is not None and before["score"] != score),
                facts=_facts(position, seat, step, places),
                drawing=draw_ranch(tr, ranch, contents, plots, marks),
                listing=_listing(tr, seat, tuple(contents.items())),
                parts=_parts(tr, score, before["score"] if before else None, bool(position["scenario"])),
                chips=_chips(tr, ranch, before),
                place=places[seat] if places else None,
                ratio=compute_ratio(ranch),
                unit=tr.npgettext("unit", "point", "points", score["total"]),
                no_chips=tr.gettext("no territory with a cow yet"),
            )
        )
    return tuple(panels)


def _places(position: Position) -> list[int] | None:
    """Return each seat's place once the game is over."""
    if not position["over"]:
        return None
    ranks = [(ranch["score"]["total"], *ranch["ties"]) for ranch in position["ranches"]]
    return rank_seats(ranks, position["forfeits"])


def _facts(position: Position, seat: int, step: StepFacts, places: Sequence[int] | None) -> tuple[str, ...]:
    tr, ranch = step.translator, position["ranches"][seat]
    facts = list_time_remarks(step.notes, seat)
    if ranch["board"] != "camp":
        facts.append(name_board(tr, ranch["board"]))
    facts += list_result_remarks(tr, places, seat, has_forfeited=bool(ranch["forfeited"]))
    if position["actor"] == seat:
        facts.append(_due(tr, position["phase"], ranch))
    return tuple(facts)


def _due(tr: Translator, phase: str, ranch: Mapping[str, Any]) -> str:
    """Return the decision that the seat has to make."""
    if phase != "expand":
        return _DUE[phase](tr)
    if ranch["forced"]:
        return tr.gettext("must place")
    return tr.gettext("may place two") if ranch["dominoes_left"] > 1 else tr.gettext("may place")


def _parts(
    tr: Translator, score: Mapping[str, int], before: Mapping[str, int] | None, has_scenario: bool
) -> tuple[Part, ...]:
    return tuple(
        Part(name, title(tr), score[name], score[name] - before[name] if before else 0)
        for name, title in _PARTS.items()
        if has_scenario or name != "scenario"
    )


def _chips(tr: Translator, ranch: Mapping[str, Any], before: Mapping[str, Any] | None) -> tuple[Chip, ...]:
    """Return the territories that score, the best first."""
    scoring = sorted(
        (territory for territory in ranch["territories"] if territory["points"]),
        key=lambda territory: -territory["points"],
    )
    known = {_territory_key(territory) for territory in before["territories"]} if before else None
    return tuple(
        Chip(
            symbol=f"land-{territory['landscape']}",
            name=count_landscapes(tr, territory["landscape"]),
            text=f"{territory['size']}×{territory['cows']}",
            points=territory["points"],
            is_changed=known is not None and _territory_key(territory) not in known,
        )
        for territory in scoring
    )


def _territory_key(territory: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(territory["cells"][0]), territory["landscape"], territory["size"], territory["cows"]


@lru_cache(maxsize=256)
def _listing(tr: Translator, seat: int, occupied: tuple[tuple[tuple[int, int], Content], ...]) -> Html:
    caption = tr.gettext("Ranch of {seat}").format(seat=letter(seat))
    rows = "".join(_row(tr, cell, content) for cell, content in occupied)
    return Html(
        f"<table><caption>{escaped(caption)}</caption><thead><tr>"
        f'<th scope="col">{escaped(tr.gettext("Cell"))}</th><th scope="col">{escaped(tr.gettext("Plot"))}</th>'
        f"</tr></thead><tbody>{rows}</tbody></table>"
    )


@lru_cache(maxsize=8192)
def _row(tr: Translator, cell: tuple[int, int], content: Content) -> str:
    plot = escaped(describe_content(tr, content))
    return f'<tr><th scope="row">{name_cell(cell)}</th><td>{plot}</td></tr>'

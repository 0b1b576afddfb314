"""A seat's panel: its ranch, numbers, territories, and the ranch as a table for screen readers."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.core import placed
from engine.rulesets.moon_river import component_set
from frontend.replay.drawing import Chip, Panel, Part, Position, StepFacts, letter
from frontend.replay.markup import Html
from frontend.replay.moon_river.boards import board_title
from frontend.replay.moon_river.changes import Changes
from frontend.replay.moon_river.plots import Content, cell_name, content_words, landscape_words
from frontend.replay.moon_river.ranch import ranch_contents, ranch_drawing, ranch_ratio

__all__ = ["seat_panels"]

_PARTS = (("territories", "Territories"), ("resources", "Resources"), ("partners", "Partners"))
_SCENARIO = ("scenario", "Scenario")

#: What is before a seat, by phase.
_DUE = {
    "setup": "to choose",
    "choose": "to choose",
    "discard": "must discard",
    "remove_cow": "to remove a cow",
    "recruit": "to recruit",
    "move_cow": "to move cows",
    "swap": "may swap",
    "steal": "may steal",
    "bonus": "to place a tile",
}


def seat_panels(
    position: Position,
    previous: Position | None,
    changes: Changes,
    step: StepFacts,
    mover: int | None,
) -> tuple[Panel, ...]:
    """Return one panel per seat, in seat order; ``mover`` is the seat to bring forward."""
    plots = component_set(position["components"]).plots
    places = _places(position)
    panels = []
    for seat, ranch in enumerate(position["ranches"]):
        marks = changes.of(seat)
        contents = ranch_contents(ranch)
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
                facts=_facts(position, seat, step.notes, places),
                drawing=ranch_drawing(ranch, contents, plots, marks),
                listing=_listing(seat, tuple(contents.items())),
                parts=_parts(score, before["score"] if before else None, bool(position["scenario"])),
                chips=_chips(ranch, before),
                place=places[seat] if places else None,
                ratio=ranch_ratio(ranch),
                no_chips="no territory with a cow yet",
            )
        )
    return tuple(panels)


def _places(position: Position) -> list[int] | None:
    """Return each seat's place once the game is over."""
    if not position["over"]:
        return None
    ranks = [(ranch["score"]["total"], *ranch["ties"]) for ranch in position["ranches"]]
    return placed(ranks, position["forfeits"])


def _facts(
    position: Position, seat: int, notes: Sequence[str], places: Sequence[int] | None
) -> tuple[str, ...]:
    ranch = position["ranches"][seat]
    facts = [notes[seat]] if seat < len(notes) and notes[seat] else []
    if ranch["board"] != "camp":
        facts.append(board_title(ranch["board"]))
    if places:
        facts.append(f"place {places[seat]}")
    if ranch["forfeited"]:
        facts.append("forfeited" if places else "forfeited, house plays")
    if position["actor"] == seat:
        facts.append(_due(position, ranch))
    return tuple(facts)


def _due(position: Position, ranch: Mapping[str, Any]) -> str:
    """Return what the seat to decide has before it."""
    phase = position["phase"]
    if phase == "expand":
        if ranch["forced"]:
            return "must place"
        return "may place two" if ranch["dominoes_left"] > 1 else "may place"
    return _DUE.get(phase, "to move")


def _parts(
    score: Mapping[str, int], before: Mapping[str, int] | None, has_scenario: bool
) -> tuple[Part, ...]:
    names = (*_PARTS, _SCENARIO) if has_scenario else _PARTS
    return tuple(
        Part(name, title, score[name], score[name] - before[name] if before else 0) for name, title in names
    )


def _chips(ranch: Mapping[str, Any], before: Mapping[str, Any] | None) -> tuple[Chip, ...]:
    """Return the territories that score, the best first."""
    scoring = sorted(
        (territory for territory in ranch["territories"] if territory["points"]),
        key=lambda territory: -territory["points"],
    )
    known = {_territory_key(territory) for territory in before["territories"]} if before else None
    return tuple(
        Chip(
            symbol=f"land-{territory['landscape']}",
            name=landscape_words(territory["landscape"]),
            text=f"{territory['size']}×{territory['cows']}",
            points=territory["points"],
            is_changed=known is not None and _territory_key(territory) not in known,
        )
        for territory in scoring
    )


def _territory_key(territory: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(territory["cells"][0]), territory["landscape"], territory["size"], territory["cows"]


@lru_cache(maxsize=256)
def _listing(seat: int, occupied: tuple[tuple[tuple[int, int], Content], ...]) -> Html:
    rows = "".join(_row(cell, content) for cell, content in occupied)
    return Html(
        f"<table><caption>Ranch of {letter(seat)}</caption><thead><tr>"
        f'<th scope="col">Cell</th><th scope="col">Plot</th></tr></thead><tbody>{rows}</tbody></table>'
    )


@lru_cache(maxsize=8192)
def _row(cell: tuple[int, int], content: Content) -> str:
    return f'<tr><th scope="row">{cell_name(cell)}</th><td>{content_words(content)}</td></tr>'

"""The replay viewer's page: one step of a game with everything around it, and stretches of steps for its script."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.rulesets.registry import get as ruleset
from frontend.presenters import Facts, VerdictWords, game_facts, verdict_words
from frontend.replay import Drawing, Html, Scene, Story, drawing, escaped, part_key, sprite
from frontend.viewer import charts
from frontend.viewer.event_lines import categories, lines_at
from frontend.viewer.forks import ForkList, fork_button, game_fork_list, game_leaving
from frontend.viewer.live_seats import live_table
from frontend.viewer.parts import step_parts
from frontend.viewer.scenes import Divergence, Told, game_scenes, game_told
from games.models import Game, GameOrigin, GameStatus
from games.queries import game_get, game_row

__all__ = ["Look", "StepLink", "ViewerPage", "frames_answer", "viewer_page"]

#: Symbols of the page around the drawing.
_PAGE_SYMBOLS = frozenset({"brand"})

#: Drawings narrower than this stand beside the rest of the page instead of below it.
_TALL = 0.6

_ICONS = {
    "first": ("First step", "M4 4h3v16H4zM20 4v16L8 12z"),
    "turnback": ("Previous turn", "M12 4v16L2 12zM22 4v16l-10-8z"),
    "previous": ("Previous step", "M18 4v16L6 12z"),
    "next": ("Next step", "M6 4v16l12-8z"),
    "turn": ("Next turn", "M12 4v16l10-8zM2 4v16l10-8z"),
    "last": ("Last step", "M17 4h3v16h-3zM4 4v16l12-8z"),
}


@dataclass(frozen=True, slots=True)
class StepLink:
    """A control that leads to another step; ``step`` is None where there is none to go to."""

    command: str
    label: str
    icon: str
    step: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """A link to the same step as a seat saw it, or everybody (None)."""

    seat: int | None
    player: str
    href: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class ViewerPage:
    """A game at one step. ``scene`` is None when not even its opening may be shown."""

    game: Game
    drawing: Drawing
    told: Told
    step: int
    total: int
    scene: Scene | None
    divergence: Divergence | None
    facts: Facts
    verdict: VerdictWords
    eyes: int | None
    forks: ForkList

    def context(self) -> dict[str, Any]:
        """Return what the template needs."""
        story = self.told.story
        live = not self.game.is_over
        parts = _parts(self.scene, self.told, self.game) if self.scene else {}
        looking = Html("" if self.eyes is None else escaped(f"seat={self.eyes}&"))
        backdrop = self.drawing.backdrop(self.game.components, self.game.seats)
        return {
            "section": "games",
            "game": self.game,
            "slug": self.drawing.slug,
            "stylesheet": self.drawing.stylesheet,
            "tall": self.scene is not None and self.scene.panels[0].ratio < _TALL,
            "sprite": sprite(self.drawing.symbols | _PAGE_SYMBOLS, backdrop),
            "step": self.step,
            "total": self.total,
            "running": live,
            "stage": _stage(self.game),
            "leaving": game_leaving(self.game),
            "table": live_table(self.game),
            "forks": self.forks,
            "scene": self.scene,
            "divergence": self.divergence,
            "facts": self.facts,
            "verdict": self.verdict,
            "eyes": self.eyes,
            "looks": _looks(self.game, self.told, self.step, self.eyes),
            "looking": looking,
            "links": _links(story, self.step, self.total),
            "parts": parts,
            "panels": [(name, html) for name, html in parts.items() if name.startswith("panel-")],
            "chart": charts.chart_at(story, self.told.chart, parts.get("cursor", Html(""))),
            "track": self.told.track,
            "bars_key": part_key(self.scene.panels) if self.scene else "",
            "lines": lines_at(self.told.lines[: self.total], self.step, looking),
            "categories": categories(story),
        }


def viewer_page(game_id: int, wanted: int | None, seat: int | None = None) -> ViewerPage:
    """
    Return a game's page at a step, or the nearest there is; without one at the last.

    Args:
        seat: through whose eyes to look, once the game is over.

    Raises:
        UnknownGame: there is none of that id.
        UnknownDrawing: nobody draws its ruleset.
    """
    game = game_get(game_id)
    eyes = _eyes(game, seat)
    told = game_told(game)
    total = told.total
    step = total if wanted is None else max(0, min(wanted, total))
    shown = game_scenes(game, step, step, told, eyes=eyes)
    divergence = shown.divergence or told.divergence
    if not shown.scenes and divergence is not None and divergence.step > 0:
        # The log has changed since it was told: show the last step that still stands.
        step = total = divergence.step - 1
        shown = game_scenes(game, step, step, told, eyes=eyes)
    scene = shown.scenes[0] if shown.scenes else None
    drawn = drawing(game.ruleset)
    return ViewerPage(
        game=game,
        drawing=drawn,
        told=told,
        step=step,
        total=total,
        scene=scene,
        divergence=divergence,
        facts=game_facts(game, drawn, scene, told.thoughts, is_true=divergence is None),
        verdict=verdict_words(game, divergence.step if divergence else None),
        eyes=eyes,
        forks=game_fork_list(game),
    )


def _stage(game: Game) -> str:
    """Return where a game that is not over stands."""
    if game.is_over:
        return ""
    if game.status != GameStatus.SCHEDULED:
        return "being played"
    return "waits for players" if game.origin == GameOrigin.LIVE else "not begun yet"


def _eyes(game: Game, seat: int | None) -> int | None:
    """Return the seat through whose eyes one may look: none before the game is over."""
    return seat if seat is not None and game.is_over and seat < game.seats else None


def _looks(game: Game, told: Told, step: int, eyes: int | None) -> list[Look]:
    """Return the ways to look at a game that is over, if there was anything that not everybody saw."""
    private = ruleset(game.ruleset).private_kinds
    if not game.is_over or not any(line.kind in private for line in told.story.lines):
        return []
    everybody = Look(None, "", f"?step={step}", is_on=eyes is None)
    return [everybody] + [
        Look(seat, name, f"?seat={seat}&step={step}", is_on=eyes == seat)
        for seat, name in enumerate(told.story.names)
    ]


def _links(story: Story, step: int, total: int) -> list[StepLink]:
    targets = {
        "first": 0 if step > 0 else None,
        "turnback": max((turn for turn in story.turns if turn < step), default=None),
        "previous": step - 1 if step > 0 else None,
        "next": step + 1 if step < total else None,
        "turn": min((turn for turn in story.turns if step < turn <= total), default=None),
        "last": total if step < total else None,
    }
    return [StepLink(command, label, icon, targets[command]) for command, (label, icon) in _ICONS.items()]


def frames_answer(game_id: int, first: int, last: int, seat: int | None = None) -> dict[str, Any]:
    """
    Return the steps ``first`` to ``last`` as the viewer's script takes them.

    A frame has the markup of each part of the page; a part that is the same as in the frame before it is left out.

    Args:
        seat: through whose eyes to look, once the game is over.

    Raises:
        UnknownGame: there is none of that id.
    """
    game = game_row(game_id)
    told = game_told(game)
    last = min(last, told.total)
    frames: list[dict[str, Any]] = []
    if first <= last:
        shown = game_scenes(game, first, last, told, eyes=_eyes(game, seat))
        frames = list(_frames(shown.scenes, told, game))
    return {"last": told.total, "running": not game.is_over, "frames": frames}


def _frames(scenes: Sequence[Scene], told: Told, game: Game) -> Iterator[dict[str, Any]]:
    before: dict[str, Html] = {}
    for scene in scenes:
        parts = _parts(scene, told, game)
        changed = {name: text for name, text in parts.items() if before.get(name) != text}
        before = parts
        line = told.lines[scene.seq - 1] if scene.seq else ""
        yield {"step": scene.seq, "parts": changed, "line": line}


def _parts(scene: Scene, told: Told, game: Game) -> dict[str, Html]:
    """Return the parts of the page that differ from step to step, by the names of their places."""
    parts = step_parts(scene)
    parts["onward"] = fork_button(game, scene.seq)
    cursor = charts.cursor(told.story, scene.seq)
    if not game.is_over:
        # The game's end is not known yet, so that the chart as a whole differs from time to time.
        parts["chart"] = charts.chart_at(told.story, told.chart, cursor, live=True)
    else:
        parts["cursor"] = cursor
    return parts

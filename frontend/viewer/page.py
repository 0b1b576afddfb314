"""The replay viewer's page: one step of a game with everything around it, and frames for its script."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from engine.rulesets.registry import get as ruleset
from frontend.presenters import Facts, VerdictText, active_translator, describe_verdict, game_facts
from frontend.replay import Drawing, Html, Scene, Story, Translator, drawing, escaped, part_key, sprite
from frontend.viewer import charts
from frontend.viewer.event_lines import list_categories, mark_lines
from frontend.viewer.forks import ForkList, game_fork_list, game_fork_point, render_fork_button
from frontend.viewer.live_seats import read_live_table
from frontend.viewer.parts import render_parts
from frontend.viewer.scenes import Divergence, GameStory, game_scenes, game_story
from games.models import Game, GameOrigin, GameStatus
from games.queries import game_get, game_row

__all__ = ["StepLink", "ViewLink", "ViewerPage", "read_frames", "read_viewer_page"]

#: Symbols of the page around the drawing.
_PAGE_SYMBOLS = frozenset({"brand"})

#: Drawings with a smaller ratio of width to height stand next to the rest of the page instead of below it.
_TALL = 0.6

#: The controls by command, each with its label and the path of its icon.
_CONTROLS: dict[str, tuple[str, str]] = {
    "first": (gettext_noop("First step"), "M4 4h3v16H4zM20 4v16L8 12z"),
    "turnback": (gettext_noop("Previous turn"), "M12 4v16L2 12zM22 4v16l-10-8z"),
    "previous": (gettext_noop("Previous step"), "M18 4v16L6 12z"),
    "next": (gettext_noop("Next step"), "M6 4v16l12-8z"),
    "turn": (gettext_noop("Next turn"), "M12 4v16l10-8zM2 4v16l10-8z"),
    "last": (gettext_noop("Last step"), "M17 4h3v16h-3zM4 4v16l12-8z"),
}


@dataclass(frozen=True, slots=True)
class StepLink:
    """A control that leads to another step; ``step`` is None if there is no such step."""

    command: str
    label: str
    icon: str
    step: int | None


@dataclass(frozen=True, slots=True)
class ViewLink:
    """A link to the same step in the view of a seat, or of everybody (None)."""

    seat: int | None
    player: str
    href: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class ViewerPage:
    """A game at one step. ``scene`` is None when not even its opening may be shown."""

    game: Game
    drawing: Drawing
    story: GameStory
    step: int
    total: int
    scene: Scene | None
    divergence: Divergence | None
    facts: Facts
    verdict: VerdictText
    viewer: int | None
    forks: ForkList
    translator: Translator

    def context(self) -> dict[str, Any]:
        """Return the template's context."""
        story = self.story.story
        live = not self.game.is_over
        parts = _render(self.scene, self.story, self.game, self.translator) if self.scene else {}
        prefix = Html("" if self.viewer is None else escaped(f"seat={self.viewer}&"))
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
            "stage": _describe_stage(self.game),
            "fork_point": game_fork_point(self.game),
            "table": read_live_table(self.game),
            "forks": self.forks,
            "scene": self.scene,
            "divergence": self.divergence,
            "facts": self.facts,
            "texts": self._write_texts(),
            "verdict": self.verdict,
            "viewer": self.viewer,
            "views": _list_views(self.game, self.story, self.step, self.viewer),
            "prefix": prefix,
            "links": _list_links(story, self.step, self.total, self.translator),
            "parts": parts,
            "panels": [(name, html) for name, html in parts.items() if name.startswith("panel-")],
            "chart": charts.draw_chart_at(
                story, self.story.chart, parts.get("cursor", Html("")), self.translator
            ),
            "track": self.story.track,
            "bars_key": part_key(self.scene.panels) if self.scene else "",
            "lines": mark_lines(self.story.lines[: self.total], self.step, prefix),
            "categories": list_categories(story),
        }

    def _write_texts(self) -> dict[str, str]:
        """Return the sentences that name the game and the step."""
        gettext = self.translator.gettext
        names = {"title": self.facts.ruleset_title, "game": self.game.pk, "players": self.facts.players}
        return {
            "title": gettext("{title} · game {game}, step {step}").format(**names, step=self.step),
            "description": gettext(
                "{title}, game {game}: {players}. Step by step, checked from its log."
            ).format(**names),
            "game": gettext("game {game}").format(**names),
            "of_total": gettext("of {total}").format(total=self.total),
        }


def read_viewer_page(game_id: int, wanted: int | None, seat: int | None = None) -> ViewerPage:
    """
    Return a game's page at a step, or at the nearest one there is; without a step, at the last one.

    Args:
        seat: the seat whose view to show, once the game is over.

    Raises:
        UnknownGame: no game has that id.
        UnknownDrawing: no drawing is registered for its ruleset.
    """
    game = game_get(game_id)
    viewer = _find_viewer(game, seat)
    translator = active_translator()
    story = game_story(game, translator)
    total = story.total
    step = total if wanted is None else max(0, min(wanted, total))
    shown = game_scenes(game, step, step, story, translator, viewer=viewer)
    divergence = shown.divergence or story.divergence
    if not shown.scenes and divergence is not None and divergence.step > 0:
        # The log has changed since the story was read: show the last step that is still right.
        step = total = divergence.step - 1
        shown = game_scenes(game, step, step, story, translator, viewer=viewer)
    scene = shown.scenes[0] if shown.scenes else None
    drawn = drawing(game.ruleset)
    return ViewerPage(
        game=game,
        drawing=drawn,
        story=story,
        step=step,
        total=total,
        scene=scene,
        divergence=divergence,
        facts=game_facts(game, drawn, scene, story.thoughts, translator, is_true=divergence is None),
        verdict=describe_verdict(game, divergence.step if divergence else None),
        viewer=viewer,
        forks=game_fork_list(game),
        translator=translator,
    )


def _describe_stage(game: Game) -> str:
    """Return how far a game has come that is not over."""
    if game.is_over:
        return ""
    if game.status != GameStatus.SCHEDULED:
        return gettext("being played")
    return gettext("waiting for players") if game.origin == GameOrigin.LIVE else gettext("not begun yet")


def _find_viewer(game: Game, seat: int | None) -> int | None:
    """Return the seat whose view may be shown: none before the game is over."""
    return seat if seat is not None and game.is_over and seat < game.seats else None


def _list_views(game: Game, story: GameStory, step: int, viewer: int | None) -> list[ViewLink]:
    """Return links to the views of a game that is over; none if everybody saw every event."""
    private = ruleset(game.ruleset).private_kinds
    if not game.is_over or not any(line.kind in private for line in story.story.lines):
        return []
    everybody = ViewLink(None, "", f"?step={step}", is_on=viewer is None)
    return [everybody] + [
        ViewLink(seat, name, f"?seat={seat}&step={step}", is_on=viewer == seat)
        for seat, name in enumerate(story.story.names)
    ]


def _list_links(story: Story, step: int, total: int, translator: Translator) -> list[StepLink]:
    targets = {
        "first": 0 if step > 0 else None,
        "turnback": max((turn for turn in story.turns if turn < step), default=None),
        "previous": step - 1 if step > 0 else None,
        "next": step + 1 if step < total else None,
        "turn": min((turn for turn in story.turns if step < turn <= total), default=None),
        "last": total if step < total else None,
    }
    translate = translator.gettext
    return [
        StepLink(command, translate(label), icon, targets[command])
        for command, (label, icon) in _CONTROLS.items()
    ]


def read_frames(game_id: int, first: int, last: int, seat: int | None = None) -> dict[str, Any]:
    """
    Return the steps ``first`` to ``last`` as the viewer's script expects them.

    A frame has the markup of each part of the page; a part that is the same as in the previous frame is left out.

    Args:
        seat: the seat whose view to show, once the game is over.

    Raises:
        UnknownGame: no game has that id.
    """
    game = game_row(game_id)
    translator = active_translator()
    story = game_story(game, translator)
    last = min(last, story.total)
    frames: list[dict[str, Any]] = []
    if first <= last:
        shown = game_scenes(game, first, last, story, translator, viewer=_find_viewer(game, seat))
        frames = list(_render_frames(shown.scenes, story, game, translator))
    return {"last": story.total, "running": not game.is_over, "frames": frames}


def _render_frames(
    scenes: Sequence[Scene], story: GameStory, game: Game, translator: Translator
) -> Iterator[dict[str, Any]]:
    before: dict[str, Html] = {}
    for scene in scenes:
        parts = _render(scene, story, game, translator)
        changed = {name: text for name, text in parts.items() if before.get(name) != text}
        before = parts
        line = story.lines[scene.seq - 1] if scene.seq else ""
        yield {"step": scene.seq, "parts": changed, "line": line}


def _render(scene: Scene, story: GameStory, game: Game, translator: Translator) -> dict[str, Html]:
    """Return the parts of the page that differ from step to step, by the names of their places."""
    parts = render_parts(scene, translator)
    parts["onward"] = render_fork_button(game, scene.seq, translator)
    cursor = charts.draw_cursor(story.story, scene.seq)
    if not game.is_over:
        # While the game continues, every new step changes the whole chart.
        parts["chart"] = charts.draw_chart_at(story.story, story.chart, cursor, translator, live=True)
    else:
        parts["cursor"] = cursor
    return parts

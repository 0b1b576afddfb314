"""
A stored game as the viewer shows it: scenes of single steps, and the whole game as a list of lines.

Every frame shown was verified by ``games.verification``; no frame from a divergence on is shown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.core import Playthrough, SeenFrame
from frontend.presenters import format_thinking_time
from frontend.replay import (
    Drawing,
    Html,
    Scene,
    Story,
    Translator,
    drawing,
    event_of,
    first_scene,
    frame_scene,
    frames_story,
)
from frontend.viewer import charts
from frontend.viewer.event_lines import write_lines
from frontend.viewer.forks import game_fork_point
from games.event_store import game_fingerprint
from games.models import Game
from games.queries import ThinkingTime, game_get, game_thinking_times
from games.verification import GameFrames, ReplayInputs, replay_frames

__all__ = ["Divergence", "GameStory", "Scenes", "forget_stories", "game_scenes", "game_story"]

#: Maximum number of stories in the LRU cache; a long one takes about 100 kB.
_CACHE_SIZE = 64


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first step at which a log is wrong, and the code of what is wrong there."""

    step: int
    code: str


@dataclass(frozen=True, slots=True)
class GameStory:
    """
    A game from its first event to the last one that may be shown.

    Args:
        lines: the markup of the list of events, one entry per event.
        thoughts: how long each seat thought, decision by decision.
        opening: the start of the replay; None if not even that is right.
    """

    story: Story
    lines: tuple[str, ...]
    chart: Html
    track: Html
    thoughts: tuple[ThinkingTime, ...]
    opening: ReplayInputs | None
    divergence: Divergence | None

    @property
    def total(self) -> int:
        """The number of steps that may be shown."""
        return self.story.total


@dataclass(frozen=True, slots=True)
class Scenes:
    """Scenes of consecutive steps, in order; those from a divergence on are left out."""

    scenes: tuple[Scene, ...]
    divergence: Divergence | None


def game_story(game: Game, translator: Translator) -> GameStory:
    """
    Return the whole game in lines.

    It is cached until anything stored of the game changes, even a single byte.
    """
    return _read_story(game.pk, game_fingerprint(game.pk), translator)


@lru_cache(maxsize=_CACHE_SIZE)
def _read_story(game_id: int, _: bytes, translator: Translator) -> GameStory:
    game = game_get(game_id)
    replayed = replay_frames(game, 1, game.head_seq)
    names = tuple(seat.player for seat in replayed.game.seating.all())
    story = frames_story(drawing(game.ruleset), replayed.frames, names, translator)
    return GameStory(
        story=story,
        lines=write_lines(story, game_fork_point(game), translator),
        chart=charts.draw_chart(story, translator),
        track=charts.draw_track(story, game.parent_step),
        thoughts=tuple(game_thinking_times(game.pk, last=story.total)),
        opening=replayed.inputs,
        divergence=_find_divergence(replayed),
    )


def forget_stories() -> None:
    """Empty the cache of stories."""
    _read_story.cache_clear()


def game_scenes(
    game: Game,
    first: int,
    last: int,
    story: GameStory,
    translator: Translator,
    *,
    viewer: int | None = None,
) -> Scenes:
    """
    Return the scenes of the steps ``first`` to ``last``; step 0 is the position before the first event.

    Args:
        viewer: the seat whose view is shown; None while the game continues.
    """
    assert viewer is None or game.is_over, "no seat's view is shown while the game is played"
    if story.opening is None:
        return Scenes((), story.divergence)
    # One more frame, because a scene says what comes next.
    replayed = replay_frames(game, max(first, 1), last + 1, viewer=viewer, inputs=story.opening)
    painter = _Painter(
        drawing(game.ruleset),
        story.story.names,
        story.total,
        _write_notes(game.seats, first, last, story.thoughts),
        viewer,
        translator,
    )
    scenes = list(painter.draw_scenes(replayed.frames, last))
    if first == 0:
        scenes.insert(0, painter.draw_opening(replayed.frames, story.opening))
    return Scenes(tuple(scenes), _find_divergence(replayed))


@dataclass(frozen=True, slots=True)
class _Painter:
    """Draws scenes of one game from what they have in common."""

    drawing: Drawing
    names: Sequence[str]
    total: int
    notes: dict[int, tuple[str, ...]]
    viewer: int | None
    translator: Translator

    def draw_opening(self, frames: Sequence[SeenFrame], opening: ReplayInputs) -> Scene:
        position = (
            frames[0].previous if frames else Playthrough(opening.header).state.observation(self.viewer)
        )
        following = event_of(frames[0].event) if frames else None
        return first_scene(
            self.drawing,
            position,
            names=self.names,
            total=self.total,
            following=following,
            notes=self.notes.get(0, ()),
            translator=self.translator,
        )

    def draw_scenes(self, frames: Sequence[SeenFrame], last: int) -> Iterable[Scene]:
        for frame, following in zip(frames, (*frames[1:], None), strict=False):
            if frame.event.seq <= last:
                yield frame_scene(
                    self.drawing,
                    frame,
                    names=self.names,
                    total=self.total,
                    following=None if following is None else event_of(following.event),
                    notes=self.notes.get(frame.event.seq, ()),
                    translator=self.translator,
                )


def _write_notes(
    seats: int, first: int, last: int, thoughts: Sequence[ThinkingTime]
) -> dict[int, tuple[str, ...]]:
    """Return per step how long each seat has thought so far; nothing for games without clocks."""
    if not thoughts:
        return {}
    took = {thought.seq: thought for thought in thoughts}
    spent = [0] * seats
    notes = {}
    for step in range(last + 1):
        if step in took:
            spent[took[step].seat] += took[step].milliseconds
        if step >= first:
            notes[step] = tuple(map(format_thinking_time, spent))
    return notes


def _find_divergence(replayed: GameFrames) -> Divergence | None:
    return None if replayed.stopped_at is None else Divergence(replayed.stopped_at, replayed.code)

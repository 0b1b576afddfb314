"""
A stored game as the viewer shows it: scenes of single steps, and the whole game as a list of lines.

Every frame shown was verified by ``games.verification``; there is none from a divergence on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.core import Playthrough, SeenFrame
from frontend.presenters import seconds
from frontend.replay import (
    Drawing,
    Html,
    Scene,
    Story,
    drawing,
    event_of,
    first_scene,
    frame_scene,
    frames_story,
)
from frontend.viewer import charts
from frontend.viewer.event_lines import event_lines
from frontend.viewer.forks import game_leaving
from games.event_store import game_fingerprint
from games.models import Game
from games.queries import ThinkingTime, game_get, game_thinking_times
from games.verification import GameFrames, ReplayInputs, replay_frames

__all__ = ["Divergence", "Scenes", "Told", "forget_told", "game_scenes", "game_told"]

#: Told games kept in memory; a long one takes some 100 kB.
_KEPT = 64


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a log stops being right, and the code of the first thing that is not."""

    step: int
    code: str


@dataclass(frozen=True, slots=True)
class Told:
    """
    A game from its first event to the last one that may be shown.

    ``lines`` is the markup of the list of events, one entry an event; ``chart`` and ``track`` are those
    drawings; ``thoughts`` is how long each seat thought, decision by decision;
    ``opening`` is where its replay starts, unless not even that is right.
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
    """Scenes of a stretch of a game, in order, without those that a divergence withholds."""

    scenes: tuple[Scene, ...]
    divergence: Divergence | None


def game_told(game: Game) -> Told:
    """
    Return the whole game in lines.

    It is kept for as long as nothing that is stored of the game changes, be it a single byte.
    """
    return _told(game.pk, game_fingerprint(game.pk))


@lru_cache(maxsize=_KEPT)
def _told(game_id: int, _: bytes) -> Told:
    game = game_get(game_id)
    replayed = replay_frames(game, 1, game.head_seq)
    leaving = game_leaving(game)
    names = tuple(seat.player for seat in replayed.game.seating.all())
    story = frames_story(drawing(game.ruleset), replayed.frames, names)
    return Told(
        story=story,
        lines=event_lines(story, leaving),
        chart=charts.chart(story),
        track=charts.track(story, game.parent_step),
        thoughts=tuple(game_thinking_times(game.pk, last=story.total)),
        opening=replayed.inputs,
        divergence=_divergence(replayed),
    )


def forget_told() -> None:
    """Drop the told games that are kept in memory."""
    _told.cache_clear()


def game_scenes(game: Game, first: int, last: int, told: Told, *, eyes: int | None = None) -> Scenes:
    """
    Return the scenes of the steps ``first`` to ``last``; step 0 is the position before the first event.

    Args:
        eyes: the seat through whose eyes one looks. It must be None while the game goes on.
    """
    assert eyes is None or game.is_over, "nobody looks through a seat's eyes while it plays"
    if told.opening is None:
        return Scenes((), told.divergence)
    # One frame more, for what a scene says of the next event.
    replayed = replay_frames(game, max(first, 1), last + 1, viewer=eyes, inputs=told.opening)
    notes = _notes(game.seats, first, last, told.thoughts)
    drawn = _Drawn(drawing(game.ruleset), told.story.names, told.total, notes, eyes)
    scenes = list(drawn.scenes(replayed.frames, last))
    if first == 0:
        scenes.insert(0, drawn.opening(replayed.frames, told.opening))
    return Scenes(tuple(scenes), _divergence(replayed))


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What all scenes of a game have in common."""

    drawing: Drawing
    names: Sequence[str]
    total: int
    notes: dict[int, tuple[str, ...]]
    eyes: int | None

    def opening(self, frames: Sequence[SeenFrame], opening: ReplayInputs) -> Scene:
        position = frames[0].previous if frames else Playthrough(opening.header).state.observation(self.eyes)
        following = event_of(frames[0].event) if frames else None
        return first_scene(
            self.drawing,
            position,
            names=self.names,
            total=self.total,
            following=following,
            notes=self.notes.get(0, ()),
        )

    def scenes(self, frames: Sequence[SeenFrame], last: int) -> Iterable[Scene]:
        for frame, following in zip(frames, (*frames[1:], None), strict=False):
            if frame.event.seq <= last:
                yield frame_scene(
                    self.drawing,
                    frame,
                    names=self.names,
                    total=self.total,
                    following=None if following is None else event_of(following.event),
                    notes=self.notes.get(frame.event.seq, ()),
                )


def _notes(seats: int, first: int, last: int, thoughts: Sequence[ThinkingTime]) -> dict[int, tuple[str, ...]]:
    """Return, for each of the steps, how long each seat has thought so far; nothing for games without clocks."""
    if not thoughts:
        return {}
    took = {thought.seq: thought for thought in thoughts}
    spent = [0] * seats
    notes = {}
    for step in range(last + 1):
        if step in took:
            spent[took[step].seat] += took[step].milliseconds
        if step >= first:
            notes[step] = tuple(seconds(time) for time in spent)
    return notes


def _divergence(replayed: GameFrames) -> Divergence | None:
    return None if replayed.stopped_at is None else Divergence(replayed.stopped_at, replayed.code)

"""Steps of Goldgräber drawn: built positions of the rule tests, acted on, seen by a spectator or by a seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core import CHANCE, SYSTEM, Effect, Event
from frontend.replay import Scene, drawing
from frontend.replay.drawing import StepFacts
from tests.engine.goldgraeber.positions import Position, plain

DRAWING = drawing("goldgraeber@1")
NAMES = ("hayloft 3", "coyote 1.4", "tumbleweed 6", "random 1", "dust-devil 5", "old-faithful 7")


def board_of(scene: Scene) -> str:
    """Return the board of a scene."""
    return str(next(piece.drawing for piece in scene.table if piece.key == "board"))


def die_of(scene: Scene) -> str:
    """Return the die of a scene, and what stands beside it."""
    return str(next(piece.drawing for piece in scene.table if piece.key == "die"))


def words_of(scene: Scene) -> list[str]:
    """Return the lines of what changed."""
    return [str(change) for change in scene.changes]


def opening(position: Position, seat: int | None = None, names: Sequence[str] = NAMES) -> Scene:
    """Return the scene of a position that no event has led to."""
    looked = position.look(seat)
    return DRAWING.scene(looked, None, (), StepFacts(0, 9, None, names[: looked["seats"]]))


def step(
    position: Position, kind: str, *, seen_by: int | None = None, is_hidden: bool = False, **data: Any
) -> Scene:
    """
    Act, and return the scene of the step.

    Args:
        seen_by: the seat through whose eyes one looks.
        is_hidden: the viewer may not see the event: it comes without data.
    """
    before, actor = position.look(seen_by), position.seat
    effects = position.do(kind, **data)
    event = Event(5, CHANCE if actor is None else actor, kind, {} if is_hidden else plain(data))
    return scene_of(event, before, position.look(seen_by), effects)


def system_step(position: Position, kind: str, **data: Any) -> Scene:
    """Return the scene of an event of the platform, which leaves the position as it is."""
    looked = position.look()
    return scene_of(Event(5, SYSTEM, kind, data), looked, looked, ())


def scene_of(
    event: Event, before: Mapping[str, Any], after: Mapping[str, Any], effects: Sequence[Effect]
) -> Scene:
    """Return the scene of an event between two observations."""
    return DRAWING.scene(after, before, effects, StepFacts(5, 9, event, NAMES[: after["seats"]]))


def rolled(position: Position, face: int | str) -> Scene:
    """Roll the die for what it is to be rolled for, and return the scene."""
    return step(position, "die_rolled", face=face, purpose=position.purpose())


def flipped(position: Position, **chip: int) -> Scene:
    """Flip the chip under the digger, and return the scene."""
    return step(position, "chip_flipped", chip=chip, field=position.due["field"])

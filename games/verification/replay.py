"""
Replay of stored games: verification, frames for viewers, and resuming a game from its log.

Frames end at the first divergence; nothing after it is returned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from engine.core import (
    EngineError,
    Header,
    LoggedEvent,
    Observation,
    Playthrough,
    SeenFrame,
    Verdict,
    VerdictStatus,
    commitment,
    replay,
)
from games.errors import UnknownGame
from games.event_store import HeaderChanged, game_secrets, seed_secrets, verify_header
from games.models import Game, GameVerdict
from games.queries import game_get, logged_events
from games.secret import Secret
from games.verification.consistency import find_mismatch

__all__ = [
    "GAME_CODES",
    "GameFrames",
    "ReplayInputs",
    "game_frames",
    "refresh_verdict",
    "replay_frames",
    "resume_game",
    "verify_game",
]

#: Codes of a verification in addition to the engine's, with a sentence each.
GAME_CODES = {
    "header_mismatch": "The game's header is not the one its chain started from.",
    "events_missing": "The log has fewer events than the game's row counts.",
    "events_beyond_head": "The log has more events than the game's row counts.",
    "status_mismatch": "The game's stored status differs from the one that its log implies.",
    "result_mismatch": "A seat's stored result differs from the one that the engine derives.",
}


class ReplayInputs(NamedTuple):
    """
    A game's verified header, its seed if it has one, and the seeds that dealt what a fork copied from its parents.

    ``earlier`` lacks seeds that are unknown here.
    """

    header: Header
    seed: Secret | None
    earlier: tuple[Secret, ...] = ()


@dataclass(frozen=True, slots=True)
class GameFrames:
    """
    Verified frames of a range of events as one viewer may see them.

    If the log diverges in the range or before it, ``stopped_at`` is the step of the divergence, ``code`` its cause, and
    there are no frames from there on. ``inputs`` is None if the header diverges.
    """

    game: Game
    inputs: ReplayInputs | None
    frames: tuple[SeenFrame, ...]
    stopped_at: int | None = None
    code: str = ""

    @property
    def header(self) -> Header | None:
        """The game's header, or None if it diverges."""
        return self.inputs.header if self.inputs is not None else None


def game_frames(game_id: int, first: int, last: int, *, viewer: int | None = None) -> GameFrames:
    """
    Return the frames of the events numbered ``first`` to ``last`` as a seat, or a spectator (None), may see them.

    Every event up to ``last`` is verified. When the game is over no event is hidden, but positions are still shown as
    the viewer saw them.

    Raises:
        UnknownGame: there is no game with that id.
    """
    return replay_frames(game_get(game_id), first, last, viewer=viewer)


def replay_frames(
    game: Game, first: int, last: int, *, viewer: int | None = None, inputs: ReplayInputs | None = None
) -> GameFrames:
    """
    Return the frames of a game whose row the caller has read, as ``game_frames`` does by the game's id.

    If a game that is over diverges contrary to its stored verdict, it is verified again and the verdict is updated.

    Args:
        inputs: ``GameFrames.inputs`` of an earlier call for the same game, which saves reading and checking them. If
            None, the rows of a game that is over are also compared with the end of its log; prefetch ``seating``.
    """
    found = _replay(game, first, last, viewer, inputs)
    if found.stopped_at is None or not game.is_over or game.verdict == GameVerdict.DIVERGED:
        return found
    if verify_game(game.pk).is_good:  # it was voided meanwhile, or its rows were repaired
        return _replay(game_get(game.pk), first, last, viewer, None)
    return found


def _replay(game: Game, first: int, last: int, viewer: int | None, inputs: ReplayInputs | None) -> GameFrames:
    last = min(last, game.head_seq)
    is_end = inputs is None and game.is_over and last == game.head_seq
    try:
        inputs = inputs or _load_inputs(game)
    except EngineError as error:
        return GameFrames(game, None, (), 0, error.code)
    frames: list[SeenFrame] = []
    position: Observation | None = None
    events = logged_events(game.pk, last=None if is_end else last)
    log = _Counter(events)
    try:
        for frame in replay.iterate_frames(
            inputs.header, log, first=first, last=last, seed=inputs.seed, earlier=inputs.earlier
        ):
            seen = frame.show(viewer, is_over=game.is_over, previous=position)
            position = seen.position
            frames.append(seen)
    except EngineError as error:
        return GameFrames(game, inputs, tuple(frames), log.count, error.code)
    if log.count < last:
        return GameFrames(game, inputs, tuple(frames), log.count + 1, "events_missing")
    mismatch = find_mismatch(game, events) if is_end else None
    if mismatch is not None:
        shown = tuple(frame for frame in frames if frame.event.seq < mismatch.step)
        return GameFrames(game, inputs, shown, mismatch.step, mismatch.code)
    return GameFrames(game, inputs, tuple(frames))


def resume_game(game_id: int) -> Playthrough:
    """
    Return the play-through at the end of a game's log, ready to be continued.

    Raises:
        UnknownGame: there is no game with that id.
        EngineError: the log diverges, so it cannot be continued.
    """
    game = game_get(game_id)
    return replay.resume(verify_header(game), logged_events(game_id, last=game.head_seq))


def verify_game(game_id: int) -> Verdict:
    """
    Replay a game with every check, store the verdict and return it.

    Until the game is over the verdict has no details, because they could reveal what the seed determines.

    Raises:
        UnknownGame: there is no game with that id.
    """
    with transaction.atomic():
        # Lock the row, so that the log does not grow between reading the head and reading the events.
        game = (
            Game.objects.select_for_update(no_key=True).prefetch_related("seating").filter(pk=game_id).first()
        )
        if game is None:
            raise UnknownGame(game_id)
        verdict = _judge(game)
        Game.objects.filter(pk=game_id).update(
            verdict=verdict.status.value,
            verdict_step=verdict.step,
            verdict_code=verdict.code or "",
            verified_at=Now(),
        )
    return verdict if game.is_over else replace(verdict, details={})


def refresh_verdict(game: Game) -> Game:
    """
    Return a game with the verdict of a new replay if it is over, and with its stored verdict otherwise.

    Nothing is written unless the stored verdict is out of date, which is then updated. Prefetch ``seating``.
    """
    if not game.is_over:
        return game
    verdict = _judge(game)
    found = (verdict.status.value, verdict.step, verdict.code or "")
    if game.verdict != GameVerdict.UNVERIFIED and found != (
        game.verdict,
        game.verdict_step,
        game.verdict_code,
    ):
        verdict = verify_game(game.pk)
    game.verdict = verdict.status.value
    game.verdict_step = verdict.step
    game.verdict_code = verdict.code or ""
    game.verified_at = (
        timezone.now()
    )  # for display only: sweeps compare the stored time, which is the database's
    return game


class _Counter(Iterator[LoggedEvent]):
    """Iterator over events that counts them: if a replay refuses an event, the count is its step."""

    def __init__(self, events: Sequence[LoggedEvent]) -> None:
        self._events = iter(events)
        self.count = 0

    def __next__(self) -> LoggedEvent:
        event = next(self._events)
        self.count += 1
        return event


def _load_inputs(game: Game) -> ReplayInputs:
    """
    Read the header and the seeds and check them against each other.

    Raises:
        EngineError: the header has changed, or its commitment is to another seed.
    """
    header = verify_header(game)
    seed = game_secrets([game.pk]).get(game.pk)
    if seed is not None and commitment(seed) != header.list_stretches()[-1].commitment:
        raise HeaderChanged("seed_mismatch")
    earlier = seed_secrets(game.earlier_seeds.all()) if game.is_fork else ()
    return ReplayInputs(header, seed, tuple(earlier))


def _judge(game: Game) -> Verdict:
    head = bytes(game.head_hash)
    try:
        header, seed, earlier = _load_inputs(game)
    except EngineError as error:
        return Verdict(VerdictStatus.DIVERGED, head, 0, step=0, code=error.code, details=error.details)
    log = logged_events(game.pk)
    verdict = replay.verify(header, log[: game.head_seq], seed=seed, earlier=earlier)
    if not verdict.is_good:
        return verdict
    mismatch = find_mismatch(game, log)
    if mismatch is None:
        return verdict
    return replace(
        verdict,
        status=VerdictStatus.DIVERGED,
        outcome=None,
        step=mismatch.step,
        code=mismatch.code,
        details=mismatch.details,
    )

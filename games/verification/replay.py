"""
Replay of stored games: verification, frames for viewers, and resuming a game from its log.

Nothing from a divergence on is shown as true: frames stop there and say so.
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

#: What a verification can find beyond the engine's own codes, with the sentence that explains it.
GAME_CODES = {
    "header_mismatch": "The game's header is not the one its chain started from.",
    "events_missing": "The log ends before the number the game is said to have come to.",
    "events_beyond_head": "The log goes on after the number the game is said to have come to.",
    "status_mismatch": "The game's status is not what its log says.",
    "result_mismatch": "A seat's stored result is not what the engine derives.",
}


class ReplayInputs(NamedTuple):
    """
    What a replay starts from, checked against each other: the header, and the seed if the game has one.

    ``earlier`` are the seeds of what a fork's log took from its parents, as far as they are kept here.
    """

    header: Header
    seed: Secret | None
    earlier: tuple[Secret, ...] = ()


@dataclass(frozen=True, slots=True)
class GameFrames:
    """
    Frames of a stretch of a game as one viewer may see them, each of them verified.

    ``stopped_at`` is the step at which the log diverges, if it does up to the last frame asked for, and
    ``code`` says why; no frame follows from there on. ``inputs`` is None when the header itself diverges.
    """

    game: Game
    inputs: ReplayInputs | None
    frames: tuple[SeenFrame, ...]
    stopped_at: int | None = None
    code: str = ""

    @property
    def header(self) -> Header | None:
        """The game's header, unless it diverges."""
        return self.inputs.header if self.inputs is not None else None


def game_frames(game_id: int, first: int, last: int, *, viewer: int | None = None) -> GameFrames:
    """
    Return the frames of the events numbered ``first`` to ``last`` as a seat, or a spectator (None), may see them.

    Every event up to ``last`` is judged on the way. When the game is over no event is hidden; positions are still
    shown as the viewer saw them.

    Raises:
        UnknownGame: there is none of that id.
    """
    return replay_frames(game_get(game_id), first, last, viewer=viewer)


def replay_frames(
    game: Game, first: int, last: int, *, viewer: int | None = None, inputs: ReplayInputs | None = None
) -> GameFrames:
    """
    Return the frames of a game whose row the caller has read: as ``game_frames``, some queries cheaper.

    A game that is over and diverges although its stored verdict says otherwise gets the verdict it deserves.

    Args:
        inputs: what an earlier call returned for the same game; without it, it is read and checked, and so is what
            is stored beside the end of the log, for which the game's seats must be at hand.
    """
    found = _frames(game, first, last, viewer, inputs)
    if found.stopped_at is None or not game.is_over or game.verdict == GameVerdict.DIVERGED:
        return found
    if verify_game(game.pk).is_good:  # it was voided while it was read, or mended
        return _frames(game_get(game.pk), first, last, viewer, None)
    return found


def _frames(game: Game, first: int, last: int, viewer: int | None, inputs: ReplayInputs | None) -> GameFrames:
    last = min(last, game.head_seq)
    is_end = inputs is None and game.is_over and last == game.head_seq
    try:
        inputs = inputs or _load_inputs(game)
    except EngineError as error:
        return GameFrames(game, None, (), 0, error.code)
    frames: list[SeenFrame] = []
    position: Observation | None = None
    events = logged_events(game.pk, last=None if is_end else last)
    log = _Counted(events)
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
    wrong = find_mismatch(game, events) if is_end else None
    if wrong is not None:
        shown = tuple(frame for frame in frames if frame.event.seq < wrong.step)
        return GameFrames(game, inputs, shown, wrong.step, wrong.code)
    return GameFrames(game, inputs, tuple(frames))


def resume_game(game_id: int) -> Playthrough:
    """
    Return the play-through the game's log has come to, ready to go on.

    Raises:
        UnknownGame: there is none of that id.
        EngineError: the log is not right, so it can't be continued.
    """
    game = game_get(game_id)
    return replay.resume(verify_header(game), logged_events(game_id, last=game.head_seq))


def verify_game(game_id: int) -> Verdict:
    """
    Replay a game with every check, store the verdict and return it.

    Until the game is over the verdict has no details, for those could tell what the seed dictates.

    Raises:
        UnknownGame: there is none of that id.
    """
    with transaction.atomic():
        # Locked, lest the log grow between reading the head and reading the events.
        game = (
            Game.objects.select_for_update(no_key=True).prefetch_related("seating").filter(pk=game_id).first()
        )
        if game is None:
            raise UnknownGame(game_id)
        verdict = _verdict(game)
        Game.objects.filter(pk=game_id).update(
            verdict=verdict.status.value,
            verdict_step=verdict.step,
            verdict_code=verdict.code or "",
            verified_at=Now(),
        )
    return verdict if game.is_over else replace(verdict, details={})


def refresh_verdict(game: Game) -> Game:
    """
    Return a game with the verdict that its log, as it stands, deserves; of one that goes on, the one that is kept.

    Nothing is written, unless a kept verdict turns out to be overtaken: then it is put right. The game's seats must be
    at hand.
    """
    if not game.is_over:
        return game
    verdict = _verdict(game)
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
    game.verified_at = timezone.now()  # for showing: what is compared is stored, by the database's clock
    return game


class _Counted(Iterator[LoggedEvent]):
    """Events that remember how many have been taken: when replay refuses one, that is its step."""

    def __init__(self, events: Sequence[LoggedEvent]) -> None:
        self._events = iter(events)
        self.count = 0

    def __next__(self) -> LoggedEvent:
        event = next(self._events)
        self.count += 1
        return event


def _load_inputs(game: Game) -> ReplayInputs:
    """
    Return the header and the seed after checking them against each other.

    Raises:
        EngineError: the header is not what it was, or its commitment is to another seed.
    """
    header = verify_header(game)
    seed = game_secrets([game.pk]).get(game.pk)
    if seed is not None and commitment(seed) != header.list_stretches()[-1].commitment:
        raise HeaderChanged("seed_mismatch")
    earlier = seed_secrets(game.earlier_seeds.all()) if game.is_fork else ()
    return ReplayInputs(header, seed, tuple(earlier))


def _verdict(game: Game) -> Verdict:
    head = bytes(game.head_hash)
    try:
        header, seed, earlier = _load_inputs(game)
    except EngineError as error:
        return Verdict(VerdictStatus.DIVERGED, head, 0, step=0, code=error.code, details=error.details)
    log = logged_events(game.pk)
    verdict = replay.verify(header, log[: game.head_seq], seed=seed, earlier=earlier)
    if not verdict.is_good:
        return verdict
    wrong = find_mismatch(game, log)
    if wrong is None:
        return verdict
    return replace(
        verdict,
        status=VerdictStatus.DIVERGED,
        outcome=None,
        step=wrong.step,
        code=wrong.code,
        details=wrong.details,
    )

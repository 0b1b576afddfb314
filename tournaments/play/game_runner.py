"""
The runner: plays one game from where its log stands, asking its bots, until it is over or a report is due.

A bot's generator depends on the seed, the seat and the number of the event only, so whoever goes on with a game
that was broken off ends it exactly as it would have ended.
"""

import logging
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Any

from engine.core import (
    CHANCE,
    Action,
    Chance,
    ForfeitReason,
    Generator,
    LoggedEvent,
    Observation,
    Playthrough,
    State,
    Status,
)
from games.event_store import Appending
from tournaments.bots import BotFault, ObservationFailed, Player
from tournaments.play.leases import Lease, Report

__all__ = ["SeatedGame"]

logger = logging.getLogger(__name__)

#: Looked up once for every step of a game.
_PLAYING = Status.PLAYING


class SeatedGame:
    """A game with a player in every seat, and what has been played of it since the last report."""

    __slots__ = ("_chance", "_events", "_lease", "_looks", "_play", "_players", "_seed", "_thinking")

    def __init__(
        self, lease: Lease, play: Playthrough, players: Sequence[Player], *, seed: bytes, chance: Chance
    ) -> None:
        """
        Args:
            lease: the right to play it.
            play: the play-through its stored log has come to.
            players: one for each seat.
            seed: the seed it is dealt from.
            chance: what that seed dictates; games of one deal may share it.
        """
        self._lease = lease
        self._play = play
        self._players = players
        self._seed = seed
        self._chance = chance
        self._looks = [partial(_look, play.state, seat) for seat in range(play.state.seats)]
        self._events: list[LoggedEvent] = []
        self._thinking: list[int | None] = []

    @property
    def lease(self) -> Lease:
        """The right to play it."""
        return self._lease

    @property
    def is_over(self) -> bool:
        """Whether it has been played to its end."""
        return self._play.due is None

    def play_until(self, due: float) -> None:
        """Play until the game is over or the monotonic clock reaches ``due``; at least one decision is taken."""
        play, state = self._play, self._play.state
        step, note = play.step, self._thinking.append
        outcome = self._chance.outcome
        while play.status is _PLAYING:
            actor = state.actor
            if actor == CHANCE:
                step(outcome(state, play.seq + 1))
                note(None)
                continue
            assert actor is not None, "a game that is played has someone to act"
            legal = state.legal_actions()
            if len(legal) == 1 or actor in state.forfeits:
                step(legal[0])
                note(None)
                continue
            asked = monotonic()
            action = self._answer(actor, tuple(legal))
            answered = monotonic()
            if action is not None:
                step(action)
                note(int((answered - asked) * 1000))
            if answered >= due:
                break
        self._events += play.log()
        if play.status is Status.OVER:
            self._events.append(play.finish())
            note(None)

    def report(self) -> Report:
        """Return what has been played since the last report; the next one starts from here."""
        appending = None
        if self._events:
            before = self._play.seq - len(self._events)
            appending = Appending(self._lease.game_id, before, self._events, self._thinking)
            self._events, self._thinking = [], []
        return Report(self._lease, appending, self.is_over)

    def _answer(self, seat: int, legal: tuple[Action, ...]) -> Action | None:
        """Return the bot's legal answer; None if the seat is forfeited instead."""
        rng = Generator.for_decision(self._seed, seat, self._play.seq + 1)
        try:
            action = self._players[seat].choose(Observation(self._looks[seat]), legal, rng)
        except BotFault as fault:
            self._forfeit(seat, fault.reason, fault.detail)
            return None
        if type(action) is not int or action not in legal:
            self._forfeit(seat, ForfeitReason.ILLEGAL, f"answered {action!r:.200}")
            return None
        return action

    def _forfeit(self, seat: int, reason: ForfeitReason, detail: str) -> None:
        player = self._play.header.seated[seat]
        logger.warning(
            "game %d: seat %d (%s) forfeits (%s): %s", self._lease.game_id, seat, player, reason.value, detail
        )
        self._events += self._play.log()
        self._events.append(self._play.forfeit(seat, reason))
        self._thinking.append(None)


def _look(state: State, seat: int) -> dict[str, Any]:
    """Return the seat's observation; whatever goes wrong here is not the fault of the bot that looks."""
    try:
        return state.observation(seat)
    except Exception as error:
        raise ObservationFailed from error

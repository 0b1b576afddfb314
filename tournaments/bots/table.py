"""Table: seat bots, each by its transport."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.core import Header, Player
from games.models import Transport as TransportChoice
from tournaments.bots.in_process import InProcess, find_builtin_refusal
from tournaments.bots.ports import Participant, Transport

__all__ = ["Table", "find_refusal"]

_TRANSPORTS: Final[Mapping[str, Callable[[], Transport]]] = {TransportChoice.BUILTIN.value: InProcess}

#: For each transport, a function that returns why a bot cannot play a ruleset.
_REFUSALS: Final[Mapping[str, Callable[[Participant, str], str | None]]] = {
    TransportChoice.BUILTIN.value: find_builtin_refusal
}


class Table:
    """The bots of one process, created on first use and kept between games."""

    def __init__(self, transports: Mapping[str, Transport] | None = None) -> None:
        self._transports: dict[str, Transport] = dict(transports or {})

    def seat(self, header: Header, participants: Sequence[Participant]) -> list[Player]:
        """Return a player for each seat of the game."""
        return [
            self._get_transport(participant.transport).get_player(participant, header, seat)
            for seat, participant in enumerate(participants)
        ]

    def close(self) -> None:
        """Release every bot."""
        for transport in self._transports.values():
            transport.close()

    def _get_transport(self, name: str) -> Transport:
        transport = self._transports.get(name)
        if transport is None:
            transport = self._transports[name] = _TRANSPORTS[name]()
        return transport


def find_refusal(participant: Participant, ruleset: str) -> str | None:
    """Return why workers cannot run the bot in the ruleset, or None if they can."""
    refuse = _REFUSALS.get(participant.transport)
    if refuse is None:
        return f"workers have no transport {participant.transport!r}"
    return refuse(participant, ruleset)

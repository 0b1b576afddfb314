"""The table: players for the seats of a game, each through the transport of its bot."""

from collections.abc import Callable, Mapping, Sequence

from engine.core import Header
from games.models import Transport as TransportChoice
from tournaments.bots.in_process import InProcess, builtin_refusal
from tournaments.bots.ports import Participant, Player, Transport

__all__ = ["Table", "refusal"]

_TRANSPORTS: Mapping[str, Callable[[], Transport]] = {TransportChoice.BUILTIN.value: InProcess}

#: For each transport, what says why a bot can't play a ruleset.
_REFUSALS: Mapping[str, Callable[[Participant, str], str | None]] = {
    TransportChoice.BUILTIN.value: builtin_refusal
}


class Table:
    """The bots of one process, made when first needed and kept between games."""

    def __init__(self, transports: Mapping[str, Transport] | None = None) -> None:
        self._transports: dict[str, Transport] = dict(transports or {})

    def seat(self, header: Header, participants: Sequence[Participant]) -> list[Player]:
        """Return a player for each seat of the game."""
        return [
            self._transport(participant.transport).player(participant, header, seat)
            for seat, participant in enumerate(participants)
        ]

    def close(self) -> None:
        """Let go of every bot."""
        for transport in self._transports.values():
            transport.close()

    def _transport(self, name: str) -> Transport:
        transport = self._transports.get(name)
        if transport is None:
            transport = self._transports[name] = _TRANSPORTS[name]()
        return transport


def refusal(participant: Participant, ruleset: str) -> str | None:
    """Return why the runner can't let the bot play the ruleset, or None if it can."""
    refuse = _REFUSALS.get(participant.transport)
    if refuse is None:
        return f"the runner has no transport {participant.transport!r}"
    return refuse(participant, ruleset)

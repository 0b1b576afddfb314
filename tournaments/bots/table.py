"""
The table: players for the seats of a game, each through the transport of its bot.
"""

from collections.abc import Callable, Mapping, Sequence

from engine.core.record import Header
from games.models import Transport as TransportChoice
from tournaments.bots.in_process import InProcess
from tournaments.bots.ports import Participant, Player, Transport

__all__ = ["RUNNABLE", "Table"]

_TRANSPORTS: Mapping[str, Callable[[], Transport]] = {TransportChoice.BUILTIN.value: InProcess}

#: The transports the runner can ask bots through.
RUNNABLE = frozenset(_TRANSPORTS)


class Table:
    """
    The bots of one process, made when first needed and kept between games.
    """

    def __init__(self, transports: Mapping[str, Transport] | None = None) -> None:
        self._transports: dict[str, Transport] = dict(transports or {})

    def seat(self, header: Header, participants: Sequence[Participant]) -> list[Player]:
        """
        Return a player for each seat of the game.
        """
        return [
            self._transport(participant.transport).player(participant, header, seat)
            for seat, participant in enumerate(participants)
        ]

    def close(self) -> None:
        """
        Let go of every bot.
        """
        for transport in self._transports.values():
            transport.close()

    def _transport(self, name: str) -> Transport:
        transport = self._transports.get(name)
        if transport is None:
            transport = self._transports[name] = _TRANSPORTS[name]()
        return transport

"""Match the players of a submitted game with the entrants of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.domain.errors import NotSeated

__all__ = ["EnteredBot", "find_seating"]


@dataclass(frozen=True, slots=True)
class EnteredBot:
    """An entrant: its seed rank, its name, and the bot that plays for it."""

    rank: int
    name: str
    bot: int


def find_seating(
    players: Sequence[tuple[str, int | None]], entrants: Sequence[EnteredBot]
) -> tuple[int, ...]:
    """
    Return the seed rank of the entrant in each seat; an entrant can take only one seat.

    Args:
        players: for each seat the player's name, and the id of its bot if known.
        entrants: the entrants; a bot entered more than once is distinguished by the player's name.

    Raises:
        NotSeated: with the code and the seat.
    """
    seating: list[int] = []
    for seat, (player, bot) in enumerate(players):
        entries = [entrant for entrant in entrants if entrant.bot == bot]
        if not entries:
            raise NotSeated("not_an_entrant", seat=seat)
        named = entries if len(entries) == 1 else [entrant for entrant in entries if entrant.name == player]
        if not named:
            raise NotSeated("entrant_unclear", seat=seat)
        if named[0].rank in seating:
            raise NotSeated("entrant_seated_twice", seat=seat)
        seating.append(named[0].rank)
    return tuple(seating)

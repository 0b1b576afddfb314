"""A game's seed in words: what was committed to, when it is told, and how anyone checks it."""

from dataclasses import dataclass

from engine.core import commitment
from games.event_store import seed_unfinished_count
from games.models import Game, GameOrigin, GameStatus
from games.queries import game_public_seed

__all__ = ["SeedFacts", "seed_facts"]


@dataclass(frozen=True, slots=True)
class SeedFacts:
    """
    The seed a game is dealt from; ``secret`` says why it is not told, if it is not, and ``uncommitted`` why there is
    no commitment, where there is none.

    ``hashed`` is SHA-256 of the seed as this server works it out now, to be compared with the commitment.
    """

    commitment: str
    seed: str = ""
    hashed: str = ""
    secret: str = ""
    uncommitted: str = "none: chance was not committed to"

    @property
    def is_kept(self) -> bool:
        """Whether the seed is the one that was committed to."""
        return self.hashed == self.commitment


def seed_facts(game: Game) -> SeedFacts:
    """Return what is to be told of a game's seed."""
    seed = game_public_seed(game)
    if seed is not None:
        return SeedFacts(game.commitment, seed.hex(), commitment(seed))
    if _waits_for_players(game):
        return SeedFacts(game.commitment, secret=_AT_THE_BEGINNING, uncommitted=_AT_THE_BEGINNING)
    return SeedFacts(game.commitment, secret=_why_secret(game))


#: An open game has no seed before it begins: nobody can know what it will be dealt.
_AT_THE_BEGINNING = "made when the game begins"


def _waits_for_players(game: Game) -> bool:
    return game.status == GameStatus.SCHEDULED and game.origin == GameOrigin.LIVE


def _why_secret(game: Game) -> str:
    if not game.commitment:
        return "none: nothing was committed to"
    if game.seed is None:
        return "never published here"
    if not game.is_over:
        return "secret until every game dealt from it is over"
    left = seed_unfinished_count(game.seed)
    return (
        f"secret: another game dealt from it is not over yet ({left} to go)" if left else "not published yet"
    )

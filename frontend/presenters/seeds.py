"""A game's seed as text: its commitment, when the seed is published, and how anyone checks it."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from engine.core import commitment
from games.event_store import seed_unfinished_count
from games.models import Game, GameOrigin, GameStatus
from games.queries import game_public_seed

__all__ = ["SeedFacts", "seed_facts"]


@dataclass(frozen=True, slots=True)
class SeedFacts:
    """
    The seed from which a game is dealt.

    Args:
        commitment: the hash that the game's header holds; empty if there is none.
        uncommitted: why there is no commitment, if there is none.
        seed: the seed; empty while it is not shown.
        hashed: SHA-256 of the seed as this server computes it now, to compare with the commitment.
        secret: why the seed is not shown, if it is not.
    """

    commitment: str
    uncommitted: str
    seed: str = ""
    hashed: str = ""
    secret: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether the seed is the one of the commitment."""
        return self.hashed == self.commitment


def seed_facts(game: Game) -> SeedFacts:
    """Return what a page shows of a game's seed."""
    seed = game_public_seed(game)
    if seed is None and _waits_for_players(game):
        # An open game gets its seed when it begins, so that nobody can know what it will be dealt.
        text = gettext("chosen when the game begins")
        return SeedFacts(game.commitment, text, secret=text)
    uncommitted = gettext("none: this game has no seed commitment")
    if seed is not None:
        return SeedFacts(game.commitment, uncommitted, seed=seed.hex(), hashed=commitment(seed))
    return SeedFacts(game.commitment, uncommitted, secret=_explain_secret(game))


def _waits_for_players(game: Game) -> bool:
    return game.status == GameStatus.SCHEDULED and game.origin == GameOrigin.LIVE


def _explain_secret(game: Game) -> str:
    """Return why a game's seed is not shown."""
    if not game.commitment:
        return gettext("unknown: this game has no seed commitment")
    if game.seed is None:
        return gettext("never published on this server")
    if not game.is_over:
        return gettext("secret until every game dealt from it is over")
    left = seed_unfinished_count(game.seed)
    if not left:
        return gettext("not published yet")
    return ngettext(
        "secret: {n} other game dealt from it is not over yet",
        "secret: {n} other games dealt from it are not over yet",
        left,
    ).format(n=left)

"""
Seeds told later: a game that came in without its seed learns it from a record of the same game that tells one.

The log stays what it is, and so does its head, which commits to the seed. What chance decided is then compared with the
seed, so that a verdict of *chance unproven* becomes *exact*; forks that took events over from the game are proven with
it.
"""

from collections.abc import Iterable, Mapping

from django.db import connection

from engine.core import Trailer, commitment
from games.event_store import game_header, seeds_reveal_due, seeds_store
from games.models import Game, GameSeed
from games.verification import verify_game

__all__ = ["seeds_backfill"]


def seeds_backfill(*, told: Mapping[int, Trailer]) -> list[int]:
    """
    Let games that are over learn the seeds they lack, verify them anew, and return their ids; call in a transaction.

    Args:
        told: the trailers of good records, by the id of the game each is a record of.
    """
    assert connection.in_atomic_block, "seeds are learned in the transaction that takes their records"
    lacking = _lacking({game_id: told[game_id] for game_id in told if _seeds_told(told[game_id])})
    if not lacking:
        return []
    # Seeds before games, as whoever takes in new games does: of two that learn, none waits for the other in a circle.
    secrets = sorted({seed for game_id in lacking for seed in _seeds_told(told[game_id])})
    seeds = dict(zip(secrets, seeds_store(secrets), strict=True))
    seeds_reveal_due(sorted(seed.pk for seed in seeds.values()))
    for game in Game.objects.select_for_update(no_key=True).filter(pk__in=lacking).order_by("pk"):
        trailer = told[game.pk]
        if trailer.seed is not None:
            Game.objects.filter(pk=game.pk, seed=None).update(seed=seeds[trailer.seed])
        game.earlier_seeds.add(*(seeds[seed] for seed in trailer.earlier))
    forks = _forks_learn(lacking, seeds.values())
    for game_id in (*lacking, *forks):
        verify_game(game_id)
    return lacking


def _seeds_told(trailer: Trailer) -> tuple[bytes, ...]:
    return trailer.earlier if trailer.seed is None else (trailer.seed, *trailer.earlier)


def _lacking(told: Mapping[int, Trailer]) -> list[int]:
    """Return the ids of those of the games that lack a seed their records tell."""
    games = Game.objects.filter(pk__in=told).order_by("pk").prefetch_related("earlier_seeds")
    return [game.pk for game in games if _lacks(game, told[game.pk])]


def _lacks(game: Game, told: Trailer) -> bool:
    if game.seed_id is None and told.seed is not None:
        return True
    known = {seed.commitment for seed in game.earlier_seeds.all()}
    return not known.issuperset(map(commitment, told.earlier))


def _forks_learn(parents: Iterable[int], seeds: Iterable[GameSeed]) -> list[int]:
    """Let the forks of games, and theirs, have the seeds that dealt what they took over; return those that are over."""
    by_commitment = {seed.commitment: seed for seed in seeds}
    over: list[int] = []
    ids = list(parents)
    while ids:
        forks = list(Game.objects.filter(parent__in=ids).order_by("pk").prefetch_related("seating"))
        for fork in forks:
            earlier = game_header(fork).list_earlier_commitments()
            fork.earlier_seeds.add(*(by_commitment[each] for each in earlier if each in by_commitment))
        over += [fork.pk for fork in forks if fork.is_over]
        ids = [fork.pk for fork in forks]
    return over

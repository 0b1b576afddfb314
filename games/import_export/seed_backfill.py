"""
Seed backfill: a game stored without its seed gets it from a later record of the same game that discloses it.

The log and its head, which commits to the seed, do not change. Chance events can then be compared with the seed, so a
verdict of *chance unproven* becomes *exact*, for the game and for forks that copied its events.
"""

from collections.abc import Iterable, Mapping

from django.db import connection

from engine.core import Trailer, commitment
from games.event_store import game_header, seeds_reveal_due, seeds_store
from games.models import Game, GameSeed
from games.verification import verify_game

__all__ = ["seeds_backfill"]


def seeds_backfill(*, trailers: Mapping[int, Trailer]) -> list[int]:
    """
    Set missing seeds of games that are over, verify the games again, and return their ids; call in a transaction.

    Args:
        trailers: the trailers of verified records by the ids of their games.
    """
    assert connection.in_atomic_block, "seeds are backfilled in the transaction that stores their records"
    lacking = _find_lacking({game_id: each for game_id, each in trailers.items() if _list_seeds(each)})
    if not lacking:
        return []
    # Lock seeds before games, as imports of new games do, so that two transactions cannot deadlock.
    secrets = sorted({seed for game_id in lacking for seed in _list_seeds(trailers[game_id])})
    seeds = dict(zip(secrets, seeds_store(secrets), strict=True))
    seeds_reveal_due(sorted(seed.pk for seed in seeds.values()))
    for game in Game.objects.select_for_update(no_key=True).filter(pk__in=lacking).order_by("pk"):
        trailer = trailers[game.pk]
        if trailer.seed is not None:
            Game.objects.filter(pk=game.pk, seed=None).update(seed=seeds[trailer.seed])
        game.earlier_seeds.add(*(seeds[seed] for seed in trailer.earlier))
    forks = _backfill_forks(lacking, seeds.values())
    for game_id in (*lacking, *forks):
        verify_game(game_id)
    return lacking


def _list_seeds(trailer: Trailer) -> tuple[bytes, ...]:
    return trailer.earlier if trailer.seed is None else (trailer.seed, *trailer.earlier)


def _find_lacking(trailers: Mapping[int, Trailer]) -> list[int]:
    """Return the ids of the games that lack a seed which their record discloses."""
    games = Game.objects.filter(pk__in=trailers).order_by("pk").prefetch_related("earlier_seeds")
    return [game.pk for game in games if _is_lacking(game, trailers[game.pk])]


def _is_lacking(game: Game, trailer: Trailer) -> bool:
    if game.seed_id is None and trailer.seed is not None:
        return True
    known = {seed.commitment for seed in game.earlier_seeds.all()}
    return not known.issuperset(map(commitment, trailer.earlier))


def _backfill_forks(parents: Iterable[int], seeds: Iterable[GameSeed]) -> list[int]:
    """Relate forks, and forks of forks, to the seeds of events they copied; return the ids of those that are over."""
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

"""Insert the rows of a plan: entrants, rounds, matches and planned games on creation, games at the start."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, groupby
from operator import itemgetter

from django.db import connection

from games.event_store import GamePlan, PlannedSeat, games_schedule, seeds_create
from games.models import Bot, GameOrigin, GameSeed, JobKind
from games.play_jobs import jobs_create
from tournaments.domain import Format, Pairing, Rotation, list_seat_orders, plan_rounds
from tournaments.models import Entrant, Match, MatchEntrant, PlannedGame, Round, Stage, Tournament

__all__ = ["entrant_names", "entrants_create", "games_create", "stage_create"]

_BATCH_ROWS = 5_000
_BATCH_DEALS = 250


def entrant_names(bots: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each entrant: its bot's name, numbered if the bot is entered more than once."""
    entered = Counter(bots)
    numbers = {name: count(1) for name in entered}
    return tuple(f"{name} {next(numbers[name])}" if entered[name] > 1 else name for name in bots)


def entrants_create(tournament: Tournament, bots: Sequence[Bot]) -> None:
    """Register the bots as entrants, in the order of their seed ranks."""
    names = entrant_names([bot.name for bot in bots])
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, seed_rank=rank, bot=bot, name=name)
        for rank, (bot, name) in enumerate(zip(bots, names, strict=True))
    )


def stage_create(tournament: Tournament, *, number: int, format: Format) -> Stage:  # noqa: A002
    """Insert a stage over all entrants: its rounds, matches and planned games."""
    entrants = list(tournament.entrants.order_by("seed_rank"))
    stage = Stage.objects.create(tournament=tournament, number=number, format=format.value)
    planned = plan_rounds(format, entrants=len(entrants), table=tournament.seats)
    rounds = Round.objects.bulk_create(
        (Round(stage=stage, number=number) for number in range(1, len(planned) + 1)), batch_size=_BATCH_ROWS
    )
    pairings = [
        (round_, pairing) for round_, tables in zip(rounds, planned, strict=True) for pairing in tables
    ]
    numbers = {round_.pk: count(1) for round_ in rounds}
    matches = Match.objects.bulk_create(
        (Match(round=round_, number=next(numbers[round_.pk])) for round_, _ in pairings),
        batch_size=_BATCH_ROWS,
    )
    tables = [(match, pairing) for match, (_, pairing) in zip(matches, pairings, strict=True)]
    MatchEntrant.objects.bulk_create(
        (
            MatchEntrant(match=match, position=position, entrant=entrants[rank])
            for match, pairing in tables
            for position, rank in enumerate(pairing)
        ),
        batch_size=_BATCH_ROWS,
    )
    PlannedGame.objects.bulk_create(
        (game for match, pairing in tables for game in _build_planned_games(tournament, match, pairing)),
        batch_size=_BATCH_ROWS,
    )
    return stage


def games_create(tournament: Tournament) -> None:
    """
    Create the game and the play job of every planned game; the games of a deal share a new secret seed.

    Call it when the tournament starts. Workers claim jobs by game id, so the ids follow the order of play.
    """
    seats = {
        rank: PlannedSeat(player=name, bot_id=bot_id)
        for rank, name, bot_id in tournament.entrants.values_list("seed_rank", "name", "bot_id")
    }
    slots = tournament.planned_games.order_by("match", "deal", "order").values_list(
        "match_id", "deal", "pk", "seating"
    )
    deals = [[(pk, seating) for _, _, pk, seating in deal] for _, deal in groupby(slots, itemgetter(0, 1))]
    for start in range(0, len(deals), _BATCH_DEALS):
        batch = deals[start : start + _BATCH_DEALS]
        plans = [
            _build_game_plan(tournament, [seats[rank] for rank in seating], seed)
            for deal, seed in zip(batch, seeds_create(len(batch)), strict=True)
            for _, seating in deal
        ]
        games = games_schedule(plans=plans)
        game_ids = [game.pk for game in games]
        _link_games([pk for deal in batch for pk, _ in deal], game_ids)
        jobs_create(kind=JobKind.PLANNED, game_ids=game_ids, group_key=tournament.pk)


def _link_games(planned_ids: Sequence[int], game_ids: Sequence[int]) -> None:
    """Set the game of each planned game; ``bulk_update`` would take as long as creating the games."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE tournaments_plannedgame AS planned SET game_id = new.game_id
            FROM unnest(%s::bigint[], %s::bigint[]) AS new (id, game_id) WHERE planned.id = new.id
            """,
            [list(planned_ids), list(game_ids)],
        )


def _build_game_plan(tournament: Tournament, seats: Sequence[PlannedSeat], seed: GameSeed) -> GamePlan:
    return GamePlan(
        ruleset=tournament.ruleset,
        components=tournament.components,
        options=tournament.options,
        seats=seats,
        origin=GameOrigin.TOURNAMENT,
        seed=seed,
    )


def _build_planned_games(tournament: Tournament, match: Match, pairing: Pairing) -> Iterator[PlannedGame]:
    orders = list_seat_orders(pairing, Rotation(tournament.rotation))
    for deal in range(1, tournament.deals + 1):
        for order, seating in enumerate(orders, start=1):
            yield PlannedGame(
                tournament=tournament, match=match, deal=deal, order=order, seating=list(seating)
            )

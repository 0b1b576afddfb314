"""Selectors of games: lists, one game, its events, its record. They change nothing and return no secrets."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet

from engine.core import Header, LoggedEvent, UnknownRuleset, registry, write_record
from games.db import execute, fetch_row
from games.errors import SeedIsSecret, UnknownBot, UnknownGame
from games.event_store import game_header, public_seeds, seed_disclose, seed_is_public
from games.models import Bot, Event, Game, GameOrigin, GameStatus, GameVerdict, Seat
from games.queries.visibility import find_hidden_steps

__all__ = [
    "EventLine",
    "GameFilters",
    "ThinkingTime",
    "bot_game_counts",
    "bot_get",
    "bots_list",
    "game_earlier_public_seeds",
    "game_events",
    "game_get",
    "game_headers",
    "game_logs",
    "game_public_seed",
    "game_record_lines",
    "game_row",
    "game_thinking_times",
    "game_visible_events",
    "games_list",
    "games_unproven",
    "logged_events",
    "record_lines",
    "seed_is_public",
]

#: Games per query for events: some 10,000 rows.
_GAMES_PER_QUERY = 25

_LOGGED = ("seq", "actor", "kind", "payload", "chain", "digest")

_FIELDS = Game._meta.concrete_fields

#: Prepared statements: every request for a step of a replay executes these two.
_GAME = f"SELECT {', '.join(str(field.column) for field in _FIELDS)} FROM games_game WHERE id = %s"  # noqa: S608
_LOG = """
SELECT seq, actor, kind, payload, chain, digest FROM games_event
WHERE game_id = %s AND seq BETWEEN %s AND %s ORDER BY seq
"""
#: The maximum of the column ``seq``.
_MAX_SEQ = 2**31 - 1


@dataclass(frozen=True, slots=True)
class GameFilters:
    """Filters of a list of games; None does not filter. ``bot`` is a name, ``ruleset`` a key."""

    ruleset: str | None = None
    status: str | None = None
    origin: str | None = None
    verdict: str | None = None
    bot: str | None = None
    seats: int | None = None


class EventLine(NamedTuple):
    """An event as a viewer may see it; ``payload`` is None if it is private until the game is over."""

    seq: int
    actor: int
    kind: str
    payload: str | None
    chain: bytes
    digest: bytes | None
    thinking_ms: int | None
    recorded_at: datetime


class ThinkingTime(NamedTuple):
    """The time that a seat took for the decision that is event ``seq``."""

    seq: int
    seat: int
    milliseconds: int


def games_list(filters: GameFilters | None = None) -> QuerySet[Game]:
    """Return the games that pass the filters, newest first, with their seats and bots."""
    filters = filters or GameFilters()
    found = Game.objects.order_by("-id").prefetch_related(_seating())
    for field in ("ruleset", "status", "origin", "verdict", "seats"):
        wanted = getattr(filters, field)
        if wanted is not None:
            found = found.filter(**{field: wanted})
    if filters.bot is not None:
        found = found.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), bot__name=filters.bot)))
    return found


def game_get(game_id: int) -> Game:
    """
    Return a game with its seats, bots and seed (without the secret).

    Raises:
        UnknownGame: there is no game with that id.
    """
    game = _games().filter(pk=game_id).first()
    if game is None:
        raise UnknownGame(game_id)
    return game


def game_row(game_id: int) -> Game:
    """
    Return a game's row by one prepared statement, without its seats and seed.

    Raises:
        UnknownGame: there is no game with that id.
    """
    row = fetch_row(_GAME, [game_id])
    if row is None:
        raise UnknownGame(game_id)
    return Game.from_db(connection.alias, [field.attname for field in _FIELDS], row)


def game_headers(game_ids: Iterable[int]) -> dict[int, Header]:
    """Return the headers of the games by id, in two queries."""
    games = Game.objects.filter(pk__in=list(game_ids)).prefetch_related("seating")
    return {game.pk: game_header(game) for game in games}


def games_unproven(game_ids: Iterable[int]) -> frozenset[int]:
    """Return the ids of the games among these whose verdict is *chance unproven*."""
    found = Game.objects.filter(pk__in=list(game_ids), verdict=GameVerdict.CHANCE_UNPROVEN)
    return frozenset(found.values_list("pk", flat=True))


def game_events(
    game_id: int, *, first: int = 1, last: int | None = None, viewer: int | None = None
) -> list[EventLine]:
    """
    Return the events numbered ``first`` to ``last`` as a seat, or a spectator (None), may see them.

    Until the game is over, events that are private to other seats have no payload. If the ruleset has private events,
    digests are withheld too, because a guess of a hidden fact could be checked against them.

    Raises:
        UnknownGame: there is no game with that id.
        EngineError: the log diverges, so it is unknown what a seat may see.
    """
    viewers = () if viewer is None else (viewer,)
    return game_visible_events(game_row(game_id), first=first, last=last, viewers=viewers)


def game_visible_events(
    game: Game, *, first: int = 1, last: int | None = None, viewers: Collection[int] = ()
) -> list[EventLine]:
    """
    Return events of a game whose row was read, as the seats together, or a spectator (no seat), may see them.

    Raises:
        EngineError: the log diverges, so it is unknown what a seat may see.
    """
    found = _between(game.pk, first, last).values_list(*_LOGGED, "thinking_ms", "recorded_at")
    lines = list(map(EventLine._make, found))
    private = _private_kinds(game)
    if not private:
        return lines
    hidden = {line.seq for line in lines if line.kind in private}
    if hidden and viewers:
        hidden &= find_hidden_steps(game, viewers, last=max(hidden), read=partial(logged_events, game.pk))
    return [
        line._replace(payload=None if line.seq in hidden else line.payload, digest=None) for line in lines
    ]


def game_thinking_times(game_id: int, *, last: int) -> list[ThinkingTime]:
    """Return the thinking time of each decision up to event ``last``, where it was measured."""
    timed = _between(game_id, 1, last).filter(actor__gte=0, thinking_ms__isnull=False)
    return list(map(ThinkingTime._make, timed.values_list("seq", "actor", "thinking_ms")))


def logged_events(game_id: int, *, first: int = 1, last: int | None = None) -> list[LoggedEvent]:
    """Return the stored events numbered ``first`` to ``last``, private ones included: for replay, never for display."""
    values = (game_id, first, _MAX_SEQ if last is None else last)
    return list(map(LoggedEvent._make, execute(_LOG, values).fetchall()))


def game_logs(game_ids: Iterable[int]) -> Iterator[tuple[int, list[LoggedEvent]]]:
    """Yield the id and the stored events of each game in order, by one query per 25 games."""
    ids = list(game_ids)
    for start in range(0, len(ids), _GAMES_PER_QUERY):
        batch = ids[start : start + _GAMES_PER_QUERY]
        logs: dict[int, list[LoggedEvent]] = {game_id: [] for game_id in batch}
        rows = Event.objects.filter(game_id__in=batch).order_by("game_id", "seq")
        for game_id, *event in rows.values_list("game_id", *_LOGGED):
            logs[game_id].append(LoggedEvent._make(event))
        yield from logs.items()


def game_record_lines(game_id: int) -> Iterator[bytes]:
    """
    Return the lines of the game's record, line feeds included.

    Until the game is over, private events are replaced by their hash and there is no trailer. The trailer has the seed
    if it is public.

    Raises:
        UnknownGame: there is no game with that id.
    """
    return record_lines(game_get(game_id))


def record_lines(game: Game) -> Iterator[bytes]:
    """Return the lines of a game's record up to the head of its row; later events are not included."""
    header = game_header(game)
    log = logged_events(game.pk, last=game.head_seq)
    if not game.is_over:
        return write_record(header, log, hidden=_private_kinds(game))
    return write_record(
        header, log, bytes(game.head_hash), game_public_seed(game), earlier=game_earlier_public_seeds(game)
    )


def game_public_seed(game: Game) -> bytes | None:
    """Return the game's seed if it has one and it is public."""
    if game.seed is None:
        return None
    try:
        return seed_disclose(game.seed)
    except SeedIsSecret:
        return None


def game_earlier_public_seeds(game: Game) -> tuple[bytes, ...]:
    """Return the public ones among the seeds that dealt the events a fork copied from its parents."""
    if not game.is_fork:
        return ()
    return tuple(public_seeds(list(game.earlier_seeds.order_by("pk").values_list("pk", flat=True))).values())


def bots_list(*, ruleset: str | None = None, only_active: bool = False) -> list[Bot]:
    """Return bots by name: all, those that play a ruleset, or only active ones."""
    found = Bot.objects.filter(active=True) if only_active else Bot.objects.all()
    return [bot for bot in found if ruleset is None or bot.plays(ruleset)]


def bot_get(name: str) -> Bot:
    """
    Return the bot with that name.

    Raises:
        UnknownBot: there is no such bot.
    """
    bot = Bot.objects.filter(name=name).first()
    if bot is None:
        raise UnknownBot(name)
    return bot


def _games() -> QuerySet[Game]:
    return Game.objects.select_related("seed").defer("seed__secret").prefetch_related(_seating())


def bot_game_counts() -> dict[int, int]:
    """Return the number of finished games per bot id, without submitted games and forks."""
    seats = Seat.objects.filter(game__status=GameStatus.FINISHED, bot__isnull=False).order_by()
    seats = seats.exclude(game__origin__in=[GameOrigin.SUBMITTED, GameOrigin.FORK])
    return dict(seats.values_list("bot").annotate(Count("game", distinct=True)))


def _seating() -> Prefetch[str]:
    return Prefetch("seating", Seat.objects.select_related("bot").order_by("number"))


def _between(game_id: int, first: int, last: int | None) -> QuerySet[Event]:
    found = Event.objects.filter(game_id=game_id, seq__gte=first).order_by("seq")
    return found if last is None else found.filter(seq__lte=last)


def _private_kinds(game: Game) -> frozenset[str]:
    """Return the kinds of private events of a game; none if the game is over."""
    if game.is_over:
        return frozenset()
    try:
        return registry.get(game.ruleset).private_kinds
    except UnknownRuleset:
        return frozenset()

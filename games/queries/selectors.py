"""Reading games: lists, one game, its events, its record. Nothing here changes a row or shows what is secret."""

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

#: Games whose events are fetched together: some 10,000 rows.
_GAMES_A_FETCH = 25

_LOGGED = ("seq", "actor", "kind", "payload", "chain", "digest")

_FIELDS = Game._meta.concrete_fields

#: Every step of a replay begins with these two.
_GAME = f"SELECT {', '.join(str(field.column) for field in _FIELDS)} FROM games_game WHERE id = %s"  # noqa: S608
_LOG = """
SELECT seq, actor, kind, payload, chain, digest FROM games_event
WHERE game_id = %s AND seq BETWEEN %s AND %s ORDER BY seq
"""
#: No log is as long: as many as its column can number.
_MOST_EVENTS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class GameFilters:
    """Which games to list; None: whatever it is. ``bot`` and ``ruleset`` are a name and a key."""

    ruleset: str | None = None
    status: str | None = None
    origin: str | None = None
    verdict: str | None = None
    bot: str | None = None
    seats: int | None = None


class EventLine(NamedTuple):
    """One event as it may be shown: ``payload`` is None where the event is private until the game is over."""

    seq: int
    actor: int
    kind: str
    payload: str | None
    chain: bytes
    digest: bytes | None
    thinking_ms: int | None
    recorded_at: datetime


class ThinkingTime(NamedTuple):
    """How long a seat thought about the decision that became event ``seq``."""

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
        UnknownGame: there is none of that id.
    """
    game = _games().filter(pk=game_id).first()
    if game is None:
        raise UnknownGame(game_id)
    return game


def game_row(game_id: int) -> Game:
    """
    Return a game's row alone, for callers that look at its seats or seed only now and then.

    Raises:
        UnknownGame: there is none of that id.
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
    """Return those of the games whose chance nothing has proven yet."""
    found = Game.objects.filter(pk__in=list(game_ids), verdict=GameVerdict.CHANCE_UNPROVEN)
    return frozenset(found.values_list("pk", flat=True))


def game_events(
    game_id: int, *, first: int = 1, last: int | None = None, viewer: int | None = None
) -> list[EventLine]:
    """
    Return the events numbered ``first`` to ``last`` as a seat, or a spectator (None), may see them.

    Until the game is over, private events of others lack their payload, and where a ruleset has such events the
    digests are withheld too: they would let a hidden fact be guessed and tried.

    Raises:
        UnknownGame: there is none of that id.
        EngineError: a seat looks, and the log is not right.
    """
    viewers = () if viewer is None else (viewer,)
    return game_visible_events(game_row(game_id), first=first, last=last, viewers=viewers)


def game_visible_events(
    game: Game, *, first: int = 1, last: int | None = None, viewers: Collection[int] = ()
) -> list[EventLine]:
    """
    Return the events of a game at hand as those seats together, or a spectator (none), may see them.

    Raises:
        EngineError: a seat looks, and the log is not right.
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
    """Return how long each seat thought, decision by decision, up to event ``last``; nothing where no clock ran."""
    timed = _between(game_id, 1, last).filter(actor__gte=0, thinking_ms__isnull=False)
    return list(map(ThinkingTime._make, timed.values_list("seq", "actor", "thinking_ms")))


def logged_events(game_id: int, *, first: int = 1, last: int | None = None) -> list[LoggedEvent]:
    """Return the stored events numbered ``first`` to ``last``, private ones included: for replay, never to show."""
    values = (game_id, first, _MOST_EVENTS if last is None else last)
    return list(map(LoggedEvent._make, execute(_LOG, values).fetchall()))


def game_logs(game_ids: Iterable[int]) -> Iterator[tuple[int, list[LoggedEvent]]]:
    """Yield the stored events of each game, in the order given, fetching several games at a time."""
    ids = list(game_ids)
    for start in range(0, len(ids), _GAMES_A_FETCH):
        some = ids[start : start + _GAMES_A_FETCH]
        logs: dict[int, list[LoggedEvent]] = {game_id: [] for game_id in some}
        rows = Event.objects.filter(game_id__in=some).order_by("game_id", "seq")
        for game_id, *event in rows.values_list("game_id", *_LOGGED):
            logs[game_id].append(LoggedEvent._make(event))
        yield from logs.items()


def game_record_lines(game_id: int) -> Iterator[bytes]:
    """
    Return the lines of the game's record, line feeds included.

    Until the game is over private events stand as their hash and there is no trailer; the trailer tells the
    seed once it may be shown.

    Raises:
        UnknownGame: there is none of that id.
    """
    return record_lines(game_get(game_id))


def record_lines(game: Game) -> Iterator[bytes]:
    """Return the lines of a game's record as it was when its row was read, whatever has been appended since."""
    header = game_header(game)
    log = logged_events(game.pk, last=game.head_seq)
    if not game.is_over:
        return write_record(header, log, hidden=_private_kinds(game))
    return write_record(
        header, log, bytes(game.head_hash), game_public_seed(game), earlier=game_earlier_public_seeds(game)
    )


def game_public_seed(game: Game) -> bytes | None:
    """Return the seed the game was dealt from if it has one that may be shown."""
    if game.seed is None:
        return None
    try:
        return seed_disclose(game.seed)
    except SeedIsSecret:
        return None


def game_earlier_public_seeds(game: Game) -> tuple[bytes, ...]:
    """Return the seeds that dealt what a fork took over from its parents, so far as they may be shown."""
    if not game.is_fork:
        return ()
    return tuple(public_seeds(list(game.earlier_seeds.order_by("pk").values_list("pk", flat=True))).values())


def bots_list(*, ruleset: str | None = None, only_active: bool = False) -> list[Bot]:
    """Return the bots by name: those that play a ruleset, those that may be entered."""
    found = Bot.objects.filter(active=True) if only_active else Bot.objects.all()
    return [bot for bot in found if ruleset is None or bot.plays(ruleset)]


def bot_get(name: str) -> Bot:
    """
    Return the bot of that name.

    Raises:
        UnknownBot: there is none.
    """
    bot = Bot.objects.filter(name=name).first()
    if bot is None:
        raise UnknownBot(name)
    return bot


def _games() -> QuerySet[Game]:
    return Game.objects.select_related("seed").defer("seed__secret").prefetch_related(_seating())


def bot_game_counts() -> dict[int, int]:
    """Return, by the bot's id, in how many finished games each bot sat; submitted games and forks count for nothing."""
    seats = Seat.objects.filter(game__status=GameStatus.FINISHED, bot__isnull=False).order_by()
    seats = seats.exclude(game__origin__in=[GameOrigin.SUBMITTED, GameOrigin.FORK])
    return dict(seats.values_list("bot").annotate(Count("game", distinct=True)))


def _seating() -> Prefetch[str]:
    return Prefetch("seating", Seat.objects.select_related("bot").order_by("number"))


def _between(game_id: int, first: int, last: int | None) -> QuerySet[Event]:
    found = Event.objects.filter(game_id=game_id, seq__gte=first).order_by("seq")
    return found if last is None else found.filter(seq__lte=last)


def _private_kinds(game: Game) -> frozenset[str]:
    """Return the kinds of events that not everybody may see: none once the game is over."""
    if game.is_over:
        return frozenset()
    try:
        return registry.get(game.ruleset).private_kinds
    except UnknownRuleset:
        return frozenset()

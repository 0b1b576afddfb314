"""
Taking games in by their records: imports and submissions go this one way.

The engine has judged a record before it comes here. The same record again, and the record of a game that was played
here, is the game that is there already: never a second one, also when several processes bring it at once. All it
may bring to it is a seed that the game lacks (``games.import_export.seed_backfill``).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.db import connection, transaction

from engine.core import CheckedRecord, Verdict, verify_lines
from games.errors import RecordRefused
from games.event_store import (
    Appending,
    build_game_row,
    chunk_append,
    insert_game_rows,
    insert_seat_rows,
    log_append,
    seeds_reveal_due,
    seeds_store,
)
from games.import_export.fork_parents import forks_link_parents
from games.import_export.seed_backfill import seeds_backfill
from games.models import OVER, Game, GameOrigin, GameSeed

__all__ = ["ImportedGame", "IncomingRecord", "RecordGame", "game_import", "games_by_head", "records_store"]

_KNOWN = """
    SELECT id, record_head FROM games_game WHERE record_head = ANY(%(heads)s)
    UNION ALL
    SELECT id, head_hash FROM games_game WHERE status IN (%(finished)s, %(voided)s) AND head_hash = ANY(%(heads)s)
    ORDER BY id DESC
"""

_VERDICTS = """
    UPDATE games_game AS game SET verdict = new.verdict, verified_at = statement_timestamp()
    FROM unnest(%s::bigint[], %s::text[]) AS new (id, verdict)
    WHERE game.id = new.id AND game.id = ANY(%s)
"""


@dataclass(frozen=True, slots=True)
class IncomingRecord:
    """
    One good record to be taken in: where the game comes from, who brings it, and which bots sat behind its players.
    """

    judged: CheckedRecord
    origin: GameOrigin = GameOrigin.IMPORTED
    submitted_by_id: int | None = None
    bots: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordGame:
    """The game a record stands for, and whether it came in just now."""

    game_id: int
    is_new: bool


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """The game a record stands for, whether it came in just now, and what the engine found."""

    game: Game
    is_new: bool
    verdict: Verdict


def game_import(*, text: bytes) -> ImportedGame:
    """
    Store the game a record tells of, after the engine has judged it; the same record again is the same game.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: it can't be read; details say where.
        RecordRefused: it can be read, but it is not right.
    """
    judged = verify_lines(text, with_forks=True)
    if not judged.verdict.is_good:
        raise RecordRefused(judged.verdict)
    taken = records_store(records=[IncomingRecord(judged)])[0]
    return ImportedGame(Game.objects.get(pk=taken.game_id), taken.is_new, judged.verdict)


def games_by_head(heads: Iterable[bytes]) -> dict[bytes, int]:
    """Return, by the head of a record, the game whose log ends with it or that came in by such a record."""
    with connection.cursor() as cursor:
        statuses = {status.value: status.value for status in OVER}
        cursor.execute(_KNOWN, {"heads": list(heads), **statuses})
        return {bytes(head): game_id for game_id, head in cursor.fetchall()}


def records_store(*, records: Sequence[IncomingRecord]) -> list[RecordGame]:
    """
    Store the games of some good records in one transaction and return them in the same order; known ones may learn.

    Forks are joined to their parents, whichever came first.
    """
    if not records:
        return []
    heads = [incoming.judged.verdict.head for incoming in records]
    with transaction.atomic():
        known = games_by_head(heads)
        # Of several records of one game, the one that tells most.
        best = {incoming.judged.verdict.head: incoming for incoming in sorted(records, key=_seeds_told)}
        new = set(best) - set(known)
        stored = _stored([best[head] for head in sorted(new)])
        if len(stored) < len(new):
            known |= games_by_head(new - set(stored))  # another process has brought them just now
        seeds_backfill(told={game_id: best[head].judged.trailer for head, game_id in known.items()})
        if stored:
            forks_link_parents(stored.values())
            # Once more, for a fork and its parent that two processes bring at once see each other only then.
            transaction.on_commit(partial(forks_link_parents, list(stored.values())), robust=True)
    firsts = {head: heads.index(head) for head in stored}
    return [
        RecordGame(stored[head], firsts[head] == number)
        if head in stored
        else RecordGame(known[head], is_new=False)
        for number, head in enumerate(heads)
    ]


def _seeds_told(incoming: IncomingRecord) -> int:
    trailer = incoming.judged.trailer
    return (trailer.seed is not None) + len(trailer.earlier)


def _stored(records: Sequence[IncomingRecord]) -> dict[bytes, int]:
    """Store the games, which must be in the order of their heads; return the ids of those nobody else was storing."""
    if not records:
        return {}
    seeds = _seeds_of(records)
    games = [_row(incoming, seeds) for incoming in records]
    insert_game_rows(games)
    inserted = [
        (game, incoming) for game, incoming in zip(games, records, strict=True) if game.pk is not None
    ]
    insert_seat_rows(
        (game.pk, number, incoming.bots.get(player), player)
        for game, incoming in inserted
        for number, player in enumerate(incoming.judged.header.final_players)
    )
    chunk_append(
        chunk=[
            Appending(game.pk, 0, incoming.judged.events) for game, incoming in inserted if not game.is_fork
        ]
    )
    for game, incoming in inserted:
        if game.is_fork:
            _log_fork(game, incoming.judged, seeds)
    ids = [game.pk for game, _ in inserted]
    verdicts = [incoming.judged.verdict.status.value for _, incoming in inserted]
    with connection.cursor() as cursor:
        cursor.execute(_VERDICTS, [ids, verdicts, ids])
    return {incoming.judged.verdict.head: game.pk for game, incoming in inserted}


def _log_fork(game: Game, judged: CheckedRecord, seeds: Mapping[bytes, GameSeed]) -> None:
    """Write the log of a fork from stretch to stretch, and note by which seeds of its parents it can be checked."""
    log_append(game_id=game.pk, header=judged.header, events=judged.events)
    earlier = [seeds[seed] for seed in judged.trailer.earlier]
    game.earlier_seeds.add(*earlier)
    seeds_reveal_due([seed.pk for seed in earlier])


def _seeds_of(records: Sequence[IncomingRecord]) -> dict[bytes, GameSeed]:
    """Return the rows of the seeds that came with the records, by their bytes."""
    trailers = [incoming.judged.trailer for incoming in records]
    told = [seed for trailer in trailers for seed in (trailer.seed, *trailer.earlier)]
    found = sorted({seed for seed in told if seed is not None})
    return dict(zip(found, seeds_store(found), strict=True))


def _row(incoming: IncomingRecord, seeds: Mapping[bytes, GameSeed]) -> Game:
    judged = incoming.judged
    seed = judged.trailer.seed
    game = build_game_row(
        judged.header,
        origin=incoming.origin,
        seed=seeds[seed] if seed is not None else None,
        record_head=judged.verdict.head,
    )
    game.submitted_by_id = incoming.submitted_by_id
    return game

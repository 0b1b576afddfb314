"""
Import of verified records, idempotently: both imports and submissions store their games here.

Callers verify a record by the engine first. A record of a stored game, imported or played here, is that game: no second
one is inserted, even if several processes store the record at once. A stored game may still get a seed that it lacks
from a later record (``games.import_export.seed_backfill``).
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
    """A verified record to be stored: its origin, the submitter's id, and the ids of the bots behind its players."""

    judged: CheckedRecord
    origin: GameOrigin = GameOrigin.IMPORTED
    submitted_by_id: int | None = None
    bots: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordGame:
    """The stored game of a record, and whether this import inserted it."""

    game_id: int
    is_new: bool


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """The stored game of a record, whether this import inserted it, and the engine's verdict."""

    game: Game
    is_new: bool
    verdict: Verdict


def game_import(*, text: bytes) -> ImportedGame:
    """
    Verify a record and store its game; importing the same record again returns the same game.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: the record is unreadable; details say where.
        RecordRefused: the record is readable, but diverges.
    """
    judged = verify_lines(text, with_forks=True)
    if not judged.verdict.is_good:
        raise RecordRefused(judged.verdict)
    taken = records_store(records=[IncomingRecord(judged)])[0]
    return ImportedGame(Game.objects.get(pk=taken.game_id), taken.is_new, judged.verdict)


def games_by_head(heads: Iterable[bytes]) -> dict[bytes, int]:
    """Return the ids of the stored games whose log, or imported record, ends with one of the hashes, by hash."""
    with connection.cursor() as cursor:
        statuses = {status.value: status.value for status in OVER}
        cursor.execute(_KNOWN, {"heads": list(heads), **statuses})
        return {bytes(head): game_id for game_id, head in cursor.fetchall()}


def records_store(*, records: Sequence[IncomingRecord]) -> list[RecordGame]:
    """
    Store the games of verified records in one transaction, and return the games in the same order.

    Known games are backfilled with seeds they lack. Forks are linked to their parents, whichever was imported first.
    """
    if not records:
        return []
    heads = [incoming.judged.verdict.head for incoming in records]
    with transaction.atomic():
        known = games_by_head(heads)
        # Of several records of one game, store the one that discloses most seeds.
        best = {incoming.judged.verdict.head: incoming for incoming in sorted(records, key=_count_seeds)}
        new = set(best) - set(known)
        stored = _insert([best[head] for head in sorted(new)])
        if len(stored) < len(new):
            known |= games_by_head(new - set(stored))  # another process has just inserted them
        seeds_backfill(trailers={game_id: best[head].judged.trailer for head, game_id in known.items()})
        if stored:
            forks_link_parents(stored.values())
            # Again after the commit: a fork and its parent in two concurrent transactions do not see each other before.
            transaction.on_commit(partial(forks_link_parents, list(stored.values())), robust=True)
    firsts = {head: heads.index(head) for head in stored}
    return [
        RecordGame(stored[head], firsts[head] == number)
        if head in stored
        else RecordGame(known[head], is_new=False)
        for number, head in enumerate(heads)
    ]


def _count_seeds(incoming: IncomingRecord) -> int:
    trailer = incoming.judged.trailer
    return (trailer.seed is not None) + len(trailer.earlier)


def _insert(records: Sequence[IncomingRecord]) -> dict[bytes, int]:
    """Insert games in the order of their heads; return the ids by head, without those another process was inserting."""
    if not records:
        return {}
    seeds = _store_seeds(records)
    games = [_build_row(incoming, seeds) for incoming in records]
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
            _append_fork_log(game, incoming.judged, seeds)
    ids = [game.pk for game, _ in inserted]
    verdicts = [incoming.judged.verdict.status.value for _, incoming in inserted]
    with connection.cursor() as cursor:
        cursor.execute(_VERDICTS, [ids, verdicts, ids])
    return {incoming.judged.verdict.head: game.pk for game, incoming in inserted}


def _append_fork_log(game: Game, judged: CheckedRecord, seeds: Mapping[bytes, GameSeed]) -> None:
    """Append the log of a fork, and relate the game to the disclosed seeds of its parents."""
    log_append(game_id=game.pk, header=judged.header, events=judged.events)
    earlier = [seeds[seed] for seed in judged.trailer.earlier]
    game.earlier_seeds.add(*earlier)
    seeds_reveal_due([seed.pk for seed in earlier])


def _store_seeds(records: Sequence[IncomingRecord]) -> dict[bytes, GameSeed]:
    """Store the seeds that the records disclose; return the rows by the seeds' bytes."""
    trailers = [incoming.judged.trailer for incoming in records]
    secrets = sorted(
        {seed for trailer in trailers for seed in (trailer.seed, *trailer.earlier) if seed is not None}
    )
    return dict(zip(secrets, seeds_store(secrets), strict=True))


def _build_row(incoming: IncomingRecord, seeds: Mapping[bytes, GameSeed]) -> Game:
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

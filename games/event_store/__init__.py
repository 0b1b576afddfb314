"""The append-only event log: the store that writes it, services that create games, headers, seeds, fingerprints."""

from games.event_store.fingerprints import game_fingerprint
from games.event_store.game_rows import build_game_row, insert_game_rows, insert_seat_rows
from games.event_store.headers import HeaderChanged, build_header, game_header, verify_header
from games.event_store.lifecycle import (
    GamePlan,
    PlannedSeat,
    game_void,
    games_schedule,
    games_start,
    log_append,
    unfinished_games_void,
)
from games.event_store.seeds import (
    game_secrets,
    public_seeds,
    seed_disclose,
    seed_is_public,
    seed_secrets,
    seed_unfinished_count,
    seeds_create,
    seeds_reveal_due,
    seeds_store,
)
from games.event_store.store import Appended, Appending, Head, append_locked, chunk_append

__all__ = [
    "Appended",
    "Appending",
    "GamePlan",
    "Head",
    "HeaderChanged",
    "PlannedSeat",
    "append_locked",
    "build_game_row",
    "build_header",
    "chunk_append",
    "game_fingerprint",
    "game_header",
    "game_secrets",
    "game_void",
    "games_schedule",
    "games_start",
    "insert_game_rows",
    "insert_seat_rows",
    "log_append",
    "public_seeds",
    "seed_disclose",
    "seed_is_public",
    "seed_secrets",
    "seed_unfinished_count",
    "seeds_create",
    "seeds_reveal_due",
    "seeds_store",
    "unfinished_games_void",
    "verify_header",
]

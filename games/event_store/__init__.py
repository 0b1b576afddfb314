"""The append-only event log: the store that writes it, services that create games, headers, seeds, fingerprints."""

from games.event_store.fingerprints import game_fingerprint
from games.event_store.game_rows import insert_games, insert_seats, new_game
from games.event_store.headers import HeaderChanged, game_header, header_from, sound_header
from games.event_store.seeds import (
    seed_games_left,
    seed_may_be_shown,
    seed_secrets,
    seed_shown,
    seeds_create,
    seeds_keep,
    seeds_reveal_due,
    seeds_secret,
    seeds_shown,
)
from games.event_store.services import (
    GamePlan,
    PlannedSeat,
    game_log,
    game_void,
    games_append,
    games_schedule,
    games_start,
    games_void,
)
from games.event_store.store import Appending, Head, append_locked

__all__ = [
    "Appending",
    "GamePlan",
    "Head",
    "HeaderChanged",
    "PlannedSeat",
    "append_locked",
    "game_fingerprint",
    "game_header",
    "game_log",
    "game_void",
    "games_append",
    "games_schedule",
    "games_start",
    "games_void",
    "header_from",
    "insert_games",
    "insert_seats",
    "new_game",
    "seed_games_left",
    "seed_may_be_shown",
    "seed_secrets",
    "seed_shown",
    "seeds_create",
    "seeds_keep",
    "seeds_reveal_due",
    "seeds_secret",
    "seeds_shown",
    "sound_header",
]

"""Replay and verification of stored games."""

from games.verification.replay import (
    GameFrames,
    ReplayInputs,
    game_frames,
    refresh_verdict,
    replay_frames,
    verify_game,
)
from games.verification.sweeps import sweep_begin, sweep_counts, sweep_divergences, sweep_end, sweep_pending

__all__ = [
    "GameFrames",
    "ReplayInputs",
    "game_frames",
    "refresh_verdict",
    "replay_frames",
    "sweep_begin",
    "sweep_counts",
    "sweep_divergences",
    "sweep_end",
    "sweep_pending",
    "verify_game",
]

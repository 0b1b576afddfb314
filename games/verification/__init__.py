"""Replay and verification of stored games."""

from games.verification.replay import GameFrames, Opening, frames_of, game_frames, verdict_now, verify_game
from games.verification.sweeps import sweep_begin, sweep_counts, sweep_divergences, sweep_end, sweep_waiting

__all__ = [
    "GameFrames",
    "Opening",
    "frames_of",
    "game_frames",
    "sweep_begin",
    "sweep_counts",
    "sweep_divergences",
    "sweep_end",
    "sweep_waiting",
    "verdict_now",
    "verify_game",
]

"""Yardstick of the engine: random play-outs of python-chess."""

import random

import chess

from tests.benchmarks.harness import Work

__all__ = ["CHESS", "make_chess_playouts"]

CHESS = "python-chess random play-outs"

#: A game ends without a legal move, with bare kings, or by the 75-move rule, so long endgames are included.
_HALF_MOVES = 150
_KINGS = 2


def make_chess_playouts(seed: int = 0) -> Work:
    """Return a work that plays one random game: list all legal moves, choose one, push it."""
    choice = random.Random(seed).choice

    def playout() -> int:
        board = chess.Board()
        pushed = 0
        while moves := list(board.legal_moves):
            board.push(choice(moves))
            pushed += 1
            if board.halfmove_clock >= _HALF_MOVES or board.occupied.bit_count() == _KINGS:
                break
        return pushed

    return playout

"""
The clock of a live game, as arithmetic: time for each decision, a bank for longer ones, and an increment.

What time it is only the database says; nothing here reads a clock.
"""

from dataclasses import dataclass

__all__ = ["CLOCK", "MOST_SECONDS", "ClockSettings"]

#: The most seconds any part of a clock may have: a week, enough for programs that are asked by hand.
MOST_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """
    How much time seats have, in milliseconds.

    Each decision has ``move_ms`` of its own; what it takes longer comes out of the seat's bank, which starts with
    ``bank_ms`` and gains ``increment_ms`` after each decision. A seat that has neither left has run out of time.
    """

    move_ms: int
    bank_ms: int
    increment_ms: int

    @classmethod
    def of_seconds(cls, *, move: int, bank: int, increment: int) -> "ClockSettings":
        """Return the clock with so many seconds in each part."""
        return cls(1000 * move, 1000 * bank, 1000 * increment)

    def allowed(self, bank: int) -> int:
        """Return how long a seat with that much in its bank may think."""
        return self.move_ms + bank

    def bank_after(self, bank: int, used: int) -> int:
        """Return what a decision that took ``used`` milliseconds leaves in a bank."""
        return max(0, bank - max(0, used - self.move_ms)) + self.increment_ms


#: The clock of games whose creator names none: thirty seconds a decision, five minutes beside.
CLOCK = ClockSettings.of_seconds(move=30, bank=300, increment=0)

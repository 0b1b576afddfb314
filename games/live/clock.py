"""
Clock of a live game, as arithmetic: time per decision, a bank for longer decisions, and an increment.

Nothing here reads a clock: the time is the database's.
"""

from dataclasses import dataclass

__all__ = ["CLOCK", "MAX_SECONDS", "ClockSettings"]

#: Maximum seconds of each part of a clock: a week, enough for programs that people run by hand.
MAX_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """
    Time of the seats, in milliseconds.

    Each decision has ``move_ms``. Time above that is taken from the seat's bank, which starts with ``bank_ms`` and
    gains ``increment_ms`` after each decision. A seat without either has run out of time.
    """

    move_ms: int
    bank_ms: int
    increment_ms: int

    @classmethod
    def of_seconds(cls, *, move: int, bank: int, increment: int) -> "ClockSettings":
        """Return the clock with those seconds in its parts."""
        return cls(1000 * move, 1000 * bank, 1000 * increment)

    def total_ms(self, bank: int) -> int:
        """Return the time that a seat with that bank has for a decision."""
        return self.move_ms + bank

    def bank_after(self, bank: int, used: int) -> int:
        """Return the bank after a decision that took ``used`` milliseconds."""
        return max(0, bank - max(0, used - self.move_ms)) + self.increment_ms


#: Default clock: thirty seconds per decision, and a bank of five minutes.
CLOCK = ClockSettings.of_seconds(move=30, bank=300, increment=0)

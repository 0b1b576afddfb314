"""Errors of schedules and tables."""

__all__ = ["DomainError", "NotATable", "NotSeated"]


class DomainError(Exception):
    """Base of the errors of this package."""


class NotATable(DomainError, ValueError):
    """The entrants cannot fill tables of the size."""

    def __init__(self, *, entrants: int, table: int) -> None:
        super().__init__(f"{entrants} entrants cannot be put at tables of {table}")
        self.entrants = entrants
        self.table = table


class NotSeated(DomainError, ValueError):
    """The player in a seat does not match exactly one entrant of the tournament."""

    def __init__(self, code: str, *, seat: int) -> None:
        super().__init__(f"{code} in seat {seat}")
        self.code = code
        self.seat = seat

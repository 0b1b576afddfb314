"""What a plan of a tournament and its tables can't be."""

__all__ = ["DomainError", "NotATable", "NotSeated"]


class DomainError(Exception):
    """Base of the errors of this package."""


class NotATable(DomainError, ValueError):
    """So many entrants can't be put at tables of that size."""

    def __init__(self, *, entrants: int, table: int) -> None:
        super().__init__(f"{entrants} entrants can't be put at tables of {table}")
        self.entrants = entrants
        self.table = table


class NotSeated(DomainError, ValueError):
    """Who sat in a seat is not clearly one entrant of the tournament."""

    def __init__(self, code: str, *, seat: int) -> None:
        super().__init__(f"{code} in seat {seat}")
        self.code = code
        self.seat = seat

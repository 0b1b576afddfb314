"""
What a plan of a tournament can't be.
"""

__all__ = ["DomainError", "NotATable"]


class DomainError(Exception):
    """
    Base of the errors of this package.
    """


class NotATable(DomainError, ValueError):
    """
    So many entrants can't be put at tables of that size.
    """

    def __init__(self, *, entrants: int, table: int) -> None:
        super().__init__(f"{entrants} entrants can't be put at tables of {table}")
        self.entrants = entrants
        self.table = table

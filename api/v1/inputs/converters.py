"""Parts of addresses."""

__all__ = ["RowId"]


class RowId:
    """The id of a row: a number PostgreSQL's bigint can hold, written without leading zeros."""

    regex = r"[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the digits."""
        return str(value)

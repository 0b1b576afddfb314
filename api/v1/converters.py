"""Path converters."""

__all__ = ["RowIdConverter"]


class RowIdConverter:
    """The id of a row: a number without leading zeros that PostgreSQL's bigint holds."""

    regex = r"[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the digits."""
        return str(value)

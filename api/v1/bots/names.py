"""Find the bots that a request names."""

from collections.abc import Sequence

from api.problems import ApiError, FieldError
from games.models import Bot

__all__ = ["find_bots"]


def find_bots(names: Sequence[str]) -> list[Bot]:
    """
    Return the bots of those names, in order.

    Raises:
        ApiError: `invalid_request`, with each name that no bot has.
    """
    known = Bot.objects.in_bulk(set(names), field_name="name")
    missing = [
        FieldError(f"bots.{number}", "not_found", "the name of a bot")
        for number, name in enumerate(names)
        if name not in known
    ]
    if missing:
        raise ApiError("invalid_request", errors=missing)
    return [known[name] for name in names]

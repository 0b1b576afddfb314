"""Bots of users: programs that play from elsewhere, under a name and for an owner."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from engine.bots import all_bots
from engine.core import registry
from games.errors import RequestInvalid
from games.models import Bot, Transport

__all__ = ["MOST_BOTS", "bot_create_remote"]

#: Bots one user may own.
MOST_BOTS = 100


def bot_create_remote(
    *, owner: User, name: str, title: str = "", description: str = "", rulesets: Sequence[str] = ()
) -> Bot:
    """
    Make a remote bot: one whose decisions, or whole games, its owner's programs send.

    Args:
        owner: whose tokens act for it.
        name: its name in records and addresses.
        title: its name for people; empty: the name.
        description: what it does.
        rulesets: keys of those it plays; empty: every one.

    Raises:
        RequestInvalid: the name is taken or none, or a ruleset does not exist.
        UnknownRuleset: there is no such ruleset.
    """
    for key in rulesets:
        registry.get(key)
    bot = Bot(
        name=name,
        title=title or name,
        description=description,
        rulesets=list(dict.fromkeys(rulesets)),
        transport=Transport.REMOTE,
        owner=owner,
    )
    try:
        bot.full_clean(exclude=["owner"], validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        field = next(iter(error.message_dict))
        raise RequestInvalid("bad_name", field=field, expected=error.message_dict[field][0]) from error
    taken = RequestInvalid("name_taken", field="name", expected="a name no bot has")
    if name in {builtin.name for builtin in all_bots()}:
        raise taken
    try:
        with transaction.atomic():
            _refuse_too_many(owner)
            bot.save(force_insert=True)
    except IntegrityError as error:
        raise taken from error
    bot.refresh_from_db()
    return bot


def _refuse_too_many(owner: User) -> None:
    """Refuse a bot more than one may own; the user's row is locked, lest two requests count at once."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if Bot.objects.filter(owner=owner).count() >= MOST_BOTS:
        raise RequestInvalid("too_many", field="name", expected=f"at most {MOST_BOTS} bots of your own")

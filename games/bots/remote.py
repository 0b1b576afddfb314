"""Remote bots: programs of users that play over REST or submit whole games."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from engine.bots import all_bots
from engine.core import registry
from games.errors import RequestInvalid
from games.models import Bot, Transport

__all__ = ["MAX_BOTS", "bot_create_remote"]

#: Maximum bots of one user.
MAX_BOTS = 100


def bot_create_remote(
    *, owner: User, name: str, title: str = "", description: str = "", rulesets: Sequence[str] = ()
) -> Bot:
    """
    Create a remote bot: its owner's programs send its decisions, or whole games.

    Args:
        owner: the user whose tokens act for it.
        name: its name in records and addresses.
        title: its name for people; the name if empty.
        description: what it does.
        rulesets: keys of the rulesets it plays; all if empty.

    Raises:
        RequestInvalid: the name is taken or not valid, or the user has reached the limit.
        UnknownRuleset: a ruleset does not exist.
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
    """Refuse a bot above the user's limit; lock the user's row, so that requests count one after another."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if Bot.objects.filter(owner=owner).count() >= MAX_BOTS:
        raise RequestInvalid("too_many", field="name", expected=f"at most {MAX_BOTS} bots of your own")

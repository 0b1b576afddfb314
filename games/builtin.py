"""
The built-in bots' rows: one for each bot of ``engine.bots``, so that tournaments can enter them.
"""

from engine.bots.registry import BuiltinBot, all_bots
from games.models import Bot, Transport

__all__ = ["bots_register_builtin"]


def bots_register_builtin() -> list[Bot]:
    """
    Make or renew the rows of all built-in bots; return them in the engine's order.

    Whether a bot is active is left as it was: that is the organiser's choice.
    """
    builtin = all_bots()
    Bot.objects.bulk_create(
        [_row(bot) for bot in builtin],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["title", "description", "transport", "rulesets"],
    )
    rows = Bot.objects.in_bulk([bot.name for bot in builtin], field_name="name")
    return [rows[bot.name] for bot in builtin]


def _row(bot: BuiltinBot) -> Bot:
    return Bot(
        name=bot.name,
        title=bot.title,
        description=bot.description,
        transport=Transport.BUILTIN,
        rulesets=list(bot.rulesets or ()),
    )

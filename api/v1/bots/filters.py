"""Filters of the list of bots."""

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters

from api.lists import list_ruleset_choices, list_users
from games.models import Bot, Transport

__all__ = ["BotFilterSet"]


class BotFilterSet(filters.FilterSet):
    """Filters of the list of bots."""

    ruleset = filters.ChoiceFilter(
        choices=list_ruleset_choices,
        method="filter_ruleset",
        help_text="Key of a ruleset: only bots that play it.",
    )
    transport = filters.ChoiceFilter(
        choices=Transport.choices, help_text="How the platform asks it for decisions."
    )
    active = filters.TypedChoiceFilter(
        choices=[("true", "true"), ("false", "false")],
        coerce="true".__eq__,
        help_text="`true`: only bots that can be entered; `false`: only the others.",
    )
    owner = filters.ModelChoiceFilter(
        queryset=list_users, to_field_name="username", help_text="Name of the user who owns it."
    )

    class Meta:
        model = Bot
        fields: list[str] = []

    def filter_ruleset(self, queryset: QuerySet[Bot], name: str, value: str) -> QuerySet[Bot]:
        """Return the bots that play a ruleset: those that name it, and those that name none."""
        return queryset.filter(Q(rulesets__contains=[value]) | Q(rulesets=[]))

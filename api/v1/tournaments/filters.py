"""Filters of the list of tournaments."""

from django.db.models import Exists, OuterRef, QuerySet
from django_filters import rest_framework as filters

from api.lists import list_ruleset_choices, list_users
from games.models import Bot
from tournaments.models import Entrant, Tournament, TournamentStatus

__all__ = ["TournamentFilterSet"]


class TournamentFilterSet(filters.FilterSet):
    """Filters of the list of tournaments."""

    status = filters.ChoiceFilter(choices=TournamentStatus.choices, help_text="Status of the tournament.")
    ruleset = filters.ChoiceFilter(choices=list_ruleset_choices, help_text="Key of a ruleset.")
    bot = filters.ModelChoiceFilter(
        queryset=Bot.objects.all(),
        to_field_name="name",
        method="filter_bot",
        help_text="Name of a bot: only tournaments it is entered in.",
    )
    created_by = filters.ModelChoiceFilter(
        queryset=list_users, to_field_name="username", help_text="Name of the user who created it."
    )

    class Meta:
        model = Tournament
        fields: list[str] = []

    def filter_bot(self, queryset: QuerySet[Tournament], name: str, value: Bot) -> QuerySet[Tournament]:
        """Return the tournaments that a bot is entered in."""
        return queryset.filter(Exists(Entrant.objects.filter(tournament=OuterRef("pk"), bot=value)))

"""Filters of the list of games."""

from django.db.models import Exists, OuterRef, QuerySet
from django_filters import rest_framework as filters

from api.lists import list_ruleset_choices
from games.models import Bot, Game, GameOrigin, GameStatus, GameVerdict, Seat, Termination
from tournaments.models import Tournament
from tournaments.results import games_of_tournament

__all__ = ["GameFilterSet"]


class GameFilterSet(filters.FilterSet):
    """Filters of the list of games and of exports."""

    status = filters.ChoiceFilter(choices=GameStatus.choices, help_text="Status of the game.")
    ruleset = filters.ChoiceFilter(choices=list_ruleset_choices, help_text="Key of a ruleset.")
    origin = filters.ChoiceFilter(choices=GameOrigin.choices, help_text="Where the game comes from.")
    verdict = filters.ChoiceFilter(choices=GameVerdict.choices, help_text="Verdict of its last verification.")
    termination = filters.ChoiceFilter(choices=Termination.choices, help_text="Why the game ended.")
    seats = filters.ChoiceFilter(
        choices=[(number, number) for number in range(1, 13)], help_text="Number of seats."
    )
    tournament = filters.ModelChoiceFilter(
        queryset=Tournament.objects.all(),
        method="filter_tournament",
        help_text="Id of a tournament: the games planned in it and the submitted games entered in it.",
    )
    bot = filters.ModelChoiceFilter(
        queryset=Bot.objects.all(),
        to_field_name="name",
        method="filter_bot",
        help_text="Name of a bot: only games it sits in.",
    )

    class Meta:
        model = Game
        fields: list[str] = []

    def filter_tournament(self, queryset: QuerySet[Game], name: str, value: Tournament) -> QuerySet[Game]:
        """Return the games planned or entered in a tournament."""
        return games_of_tournament(queryset, value)

    def filter_bot(self, queryset: QuerySet[Game], name: str, value: Bot) -> QuerySet[Game]:
        """Return the games that a bot sits in, each once even if it has several seats."""
        return queryset.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), bot=value)))

"""What lists can be filtered by. A value that names nothing is refused: an empty list would hide a typing error."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet
from django_filters import rest_framework as filters

from engine.core import registry
from games.models import Bot, Game, GameOrigin, GameStatus, GameVerdict, Seat, Termination, Transport
from tournaments.models import Entrant, Tournament, TournamentStatus
from tournaments.results import games_of_tournament

__all__ = ["BotFilters", "GameFilters", "TournamentFilters"]


def _rulesets() -> list[tuple[str, str]]:
    return [(ruleset.key, ruleset.title) for ruleset in registry.all_rulesets()]


def _users(request: Any) -> QuerySet[Any]:
    return get_user_model().objects.all()


class BotFilters(filters.FilterSet):
    """Filters of bots."""

    ruleset = filters.ChoiceFilter(
        choices=_rulesets, method="playing", help_text="Key of a ruleset: only bots that play it."
    )
    transport = filters.ChoiceFilter(
        choices=Transport.choices, help_text="How it is asked for its decisions."
    )
    active = filters.TypedChoiceFilter(
        choices=[("true", "true"), ("false", "false")],
        coerce="true".__eq__,
        help_text="`true`: only bots that may be entered; `false`: only the others.",
    )
    owner = filters.ModelChoiceFilter(
        queryset=_users, to_field_name="username", help_text="Name of the user who owns it."
    )

    class Meta:
        model = Bot
        fields: list[str] = []

    def playing(self, queryset: QuerySet[Bot], name: str, value: str) -> QuerySet[Bot]:
        """Return the bots that play a ruleset: those that name it and those that name none."""
        return queryset.filter(Q(rulesets__contains=[value]) | Q(rulesets=[]))


class TournamentFilters(filters.FilterSet):
    """Filters of tournaments."""

    status = filters.ChoiceFilter(choices=TournamentStatus.choices, help_text="How far it has come.")
    ruleset = filters.ChoiceFilter(choices=_rulesets, help_text="Key of a ruleset.")
    bot = filters.ModelChoiceFilter(
        queryset=Bot.objects.all(),
        to_field_name="name",
        method="entered",
        help_text="Name of a bot: only tournaments it is entered in.",
    )
    created_by = filters.ModelChoiceFilter(
        queryset=_users, to_field_name="username", help_text="Name of the user who created it."
    )

    class Meta:
        model = Tournament
        fields: list[str] = []

    def entered(self, queryset: QuerySet[Tournament], name: str, value: Bot) -> QuerySet[Tournament]:
        """Return the tournaments a bot is entered in."""
        return queryset.filter(Exists(Entrant.objects.filter(tournament=OuterRef("pk"), bot=value)))


class GameFilters(filters.FilterSet):
    """Filters of games."""

    status = filters.ChoiceFilter(choices=GameStatus.choices, help_text="How far it has come.")
    ruleset = filters.ChoiceFilter(choices=_rulesets, help_text="Key of a ruleset.")
    origin = filters.ChoiceFilter(choices=GameOrigin.choices, help_text="Where it comes from.")
    verdict = filters.ChoiceFilter(choices=GameVerdict.choices, help_text="What its last verification found.")
    termination = filters.ChoiceFilter(choices=Termination.choices, help_text="Why it ended.")
    seats = filters.ChoiceFilter(
        choices=[(number, number) for number in range(1, 13)], help_text="Number of seats."
    )
    tournament = filters.ModelChoiceFilter(
        queryset=Tournament.objects.all(),
        method="in_tournament",
        help_text="Id of a tournament: the games planned there, and the submitted ones entered there.",
    )
    bot = filters.ModelChoiceFilter(
        queryset=Bot.objects.all(),
        to_field_name="name",
        method="seated",
        help_text="Name of a bot: only games it sits in.",
    )

    class Meta:
        model = Game
        fields: list[str] = []

    def in_tournament(self, queryset: QuerySet[Game], name: str, value: Tournament) -> QuerySet[Game]:
        """Return the games planned or entered in a tournament."""
        return games_of_tournament(queryset, value)

    def seated(self, queryset: QuerySet[Game], name: str, value: Bot) -> QuerySet[Game]:
        """Return the games a bot sits in, once each, however many seats it has."""
        return queryset.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), bot=value)))

"""Filters above lists. Unknown values are ignored, so that an old link still shows something."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy
from django_stubs_ext import StrOrPromise

from engine.rulesets import registry
from games.models import GameOrigin, GameStatus
from games.queries import bots_list
from tournaments.models import Entrant, PlannedStatus, Tournament, TournamentStatus

__all__ = ["FilterForm", "GamesFilter", "PlannedGamesFilter", "TournamentsFilter"]

#: The filter offers this many of the newest tournaments.
_TOURNAMENTS = 100

_ANY_STATUS = gettext_lazy("any status")

_Choices = Sequence[tuple[str, StrOrPromise]]


class FilterForm(forms.Form):
    """A row of filters in a page's address."""

    template_name = "frontend/filters.html"

    def offer(self, name: str, every: str, choices: _Choices) -> None:
        """Set the choices of a filter that are read from the tables once per page."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField), "filters are declared as choices"
        field.choices = _with_every(every, choices)

    def chosen(self) -> dict[str, Any]:
        """Return the filters that are set to a known value."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}


def _with_every(every: StrOrPromise, choices: _Choices) -> list[tuple[str, StrOrPromise]]:
    return [("", every), *choices]


def _list_rulesets() -> _Choices:
    return [(ruleset.key, ruleset.title) for ruleset in registry.all_rulesets()]


class GamesFilter(FilterForm):
    """Which games to list."""

    ruleset = forms.ChoiceField(required=False, label=gettext_lazy("Ruleset"))
    tournament = forms.ChoiceField(required=False, label=gettext_lazy("Tournament"))
    bot = forms.ChoiceField(required=False, label=gettext_lazy("Bot"))
    origin = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Origin"),
        choices=_with_every(gettext_lazy("any origin"), GameOrigin.choices),
    )
    status = forms.ChoiceField(
        required=False, label=gettext_lazy("Status"), choices=_with_every(_ANY_STATUS, GameStatus.choices)
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        newest = Tournament.objects.order_by("-id").values_list("id", "name")[:_TOURNAMENTS]
        self.offer("ruleset", gettext("every ruleset"), _list_rulesets())
        self.offer(
            "tournament", gettext("every tournament"), [(str(number), name) for number, name in newest]
        )
        self.offer("bot", gettext("every bot"), [(bot.name, bot.title) for bot in bots_list()])


class TournamentsFilter(FilterForm):
    """Which tournaments to list."""

    ruleset = forms.ChoiceField(required=False, label=gettext_lazy("Ruleset"))
    status = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Status"),
        choices=_with_every(_ANY_STATUS, TournamentStatus.choices),
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.offer("ruleset", gettext("every ruleset"), _list_rulesets())


class PlannedGamesFilter(FilterForm):
    """Which games of a tournament to list."""

    entrant = forms.ChoiceField(required=False, label=gettext_lazy("Bot"))
    status = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Status"),
        choices=_with_every(_ANY_STATUS, PlannedStatus.choices),
    )

    def __init__(self, data: Any, *, entrants: list[Entrant], is_planned: bool = True) -> None:
        super().__init__(data)
        if not is_planned:
            del self.fields["status"]
        self.offer("entrant", gettext("every bot"), [(str(entrant.pk), entrant.name) for entrant in entrants])

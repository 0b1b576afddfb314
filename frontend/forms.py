"""
Filters above lists. A value that means nothing is passed over, so that an old link still shows something.
"""

from typing import Any

from django import forms

from engine.rulesets import registry
from games.models import GameStatus
from games.selectors import bots_list
from tournaments.models import Entrant, PlannedStatus, Tournament, TournamentStatus

__all__ = ["FilterForm", "GamesFilter", "PlannedGamesFilter", "TournamentsFilter"]

#: Only that many of the newest tournaments are offered.
_TOURNAMENTS = 100


class FilterForm(forms.Form):
    """
    A row of filters in a page's address.
    """

    template_name = "frontend/filters.html"

    def chosen(self) -> dict[str, Any]:
        """
        Return the filters that are set and mean something.
        """
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}


def _choices(every: str, choices: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [("", every), *choices]


def _rulesets() -> list[tuple[str, str]]:
    return _choices("every ruleset", [(ruleset.key, ruleset.title) for ruleset in registry.all_rulesets()])


def _bots() -> list[tuple[str, str]]:
    return _choices("every bot", [(bot.name, bot.title) for bot in bots_list()])


def _tournaments() -> list[tuple[str, str]]:
    newest = Tournament.objects.order_by("-id").values_list("id", "name")[:_TOURNAMENTS]
    return _choices("every tournament", [(str(number), name) for number, name in newest])


class GamesFilter(FilterForm):
    """
    Which games to list.
    """

    ruleset = forms.ChoiceField(required=False, choices=_rulesets)
    tournament = forms.ChoiceField(required=False, choices=_tournaments)
    bot = forms.ChoiceField(required=False, choices=_bots)
    status = forms.ChoiceField(required=False, choices=_choices("any status", GameStatus.choices))


class TournamentsFilter(FilterForm):
    """
    Which tournaments to list.
    """

    ruleset = forms.ChoiceField(required=False, choices=_rulesets)
    status = forms.ChoiceField(required=False, choices=_choices("any status", TournamentStatus.choices))


class PlannedGamesFilter(FilterForm):
    """
    Which games of a tournament to list.
    """

    entrant = forms.ChoiceField(required=False, label="Bot")
    status = forms.ChoiceField(required=False, choices=_choices("any status", PlannedStatus.choices))

    def __init__(self, data: Any, *, entrants: list[Entrant]) -> None:
        super().__init__(data)
        names = [(str(entrant.pk), entrant.name) for entrant in entrants]
        field = self.fields["entrant"]
        assert isinstance(field, forms.ChoiceField), "the field is declared above"
        field.choices = _choices("every bot", names)

"""Filters above lists. A value that means nothing is passed over, so that an old link still shows something."""

from typing import Any

from django import forms

from engine.rulesets import registry
from games.models import GameOrigin, GameStatus
from games.queries import bots_list
from tournaments.models import Entrant, PlannedStatus, Tournament, TournamentStatus

__all__ = ["FilterForm", "GamesFilter", "PlannedGamesFilter", "TournamentsFilter"]

#: Only that many of the newest tournaments are offered.
_TOURNAMENTS = 100


class FilterForm(forms.Form):
    """A row of filters in a page's address."""

    template_name = "frontend/filters.html"

    def offer(self, name: str, every: str, choices: list[tuple[str, str]]) -> None:
        """Set what a filter offers, read from the tables once a page."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField), "filters are declared as choices"
        field.choices = _choices(every, choices)

    def chosen(self) -> dict[str, Any]:
        """Return the filters that are set and mean something."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}


def _choices(every: str, choices: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [("", every), *choices]


def _rulesets() -> list[tuple[str, str]]:
    return [(ruleset.key, ruleset.title) for ruleset in registry.all_rulesets()]


class GamesFilter(FilterForm):
    """Which games to list."""

    ruleset = forms.ChoiceField(required=False)
    tournament = forms.ChoiceField(required=False)
    bot = forms.ChoiceField(required=False)
    origin = forms.ChoiceField(required=False, choices=_choices("any origin", GameOrigin.choices))
    status = forms.ChoiceField(required=False, choices=_choices("any status", GameStatus.choices))

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        newest = Tournament.objects.order_by("-id").values_list("id", "name")[:_TOURNAMENTS]
        self.offer("ruleset", "every ruleset", _rulesets())
        self.offer("tournament", "every tournament", [(str(number), name) for number, name in newest])
        self.offer("bot", "every bot", [(bot.name, bot.title) for bot in bots_list()])


class TournamentsFilter(FilterForm):
    """Which tournaments to list."""

    ruleset = forms.ChoiceField(required=False)
    status = forms.ChoiceField(required=False, choices=_choices("any status", TournamentStatus.choices))

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.offer("ruleset", "every ruleset", _rulesets())


class PlannedGamesFilter(FilterForm):
    """Which games of a tournament to list."""

    entrant = forms.ChoiceField(required=False, label="Bot")
    status = forms.ChoiceField(required=False, choices=_choices("any status", PlannedStatus.choices))

    def __init__(self, data: Any, *, entrants: list[Entrant], is_planned: bool = True) -> None:
        super().__init__(data)
        if not is_planned:
            del self.fields["status"]
        self.offer("entrant", "every bot", [(str(entrant.pk), entrant.name) for entrant in entrants])

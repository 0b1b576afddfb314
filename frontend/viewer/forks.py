"""Forks on pages: the step at which a game left its parent, its forks, and the form that starts one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from frontend.replay import Html, Translator, escaped, letter
from frontend.viewer.event_lines import ForkPoint
from games.errors import ForkRefused
from games.forks import ForkSeed, forks_list
from games.models import Bot, Game, GameStatus, Seat
from games.queries import bots_list
from tournaments.bots import Participant, find_refusal
from tournaments.errors import InvalidTournament
from tournaments.forks import fork_create

__all__ = [
    "ContinueForm",
    "ForkList",
    "game_fork_list",
    "game_fork_point",
    "may_continue",
    "render_fork_button",
]

#: Maximum number of forks on a page; the API lists all of them.
_MAX_FORKS = 20

_BRANCH = "M4 2h4v9c1-2 7-2 7-6V2h4v4c0 8-11 5-11 12v4H4z"


@dataclass(frozen=True, slots=True)
class ForkList:
    """The newest forks of a game; ``has_more`` if there are older ones."""

    games: tuple[Game, ...]
    has_more: bool


def game_fork_list(game: Game) -> ForkList:
    """Return the games that continue this one from a step."""
    found = tuple(forks_list(game.pk)[: _MAX_FORKS + 1])
    return ForkList(found[:_MAX_FORKS], len(found) > _MAX_FORKS)


def game_fork_point(game: Game) -> ForkPoint | None:
    """Return the step at which a fork left its parent's log; None if the game is not a fork."""
    if game.parent_step is None:
        return None
    if game.parent_id is None:
        return ForkPoint(game.parent_step, None, "")
    href = f"{reverse('game', args=[game.parent_id])}?step={game.parent_step}"
    return ForkPoint(game.parent_step, game.parent_id, href)


def may_continue(game: Game, step: int) -> bool:
    """Whether something was left to decide after a step of a finished game."""
    return game.status == GameStatus.FINISHED and step < game.head_seq - 1


def render_fork_button(game: Game, step: int, translator: Translator) -> Html:
    """Return the link to the form at a step; nothing while the game is not finished."""
    if game.status != GameStatus.FINISHED:
        return Html("")
    label = escaped(translator.gettext("Continue from here"))
    target = ' aria-disabled="true"'
    if may_continue(game, step):
        target = f' href="{escaped(reverse("game_continue", args=[game.pk]))}?step={step}"'
    icon = f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_BRANCH}"/></svg>'
    return Html(f'<a class="btn onward" title="{label}"{target}>{icon}<span>{label}</span></a>')


class ContinueForm(forms.Form):
    """The step to continue from, the bots, and the seed."""

    step = forms.IntegerField(min_value=0)
    seed = forms.ChoiceField(
        choices=[
            (
                ForkSeed.NEW.value,
                gettext_lazy("A new one: chance is drawn again, and nobody knows what comes"),
            ),
            (
                ForkSeed.SAME.value,
                gettext_lazy("The same: it continues to deal, and everyone could know what comes"),
            ),
        ],
        initial=ForkSeed.NEW.value,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any, *, game: Game, step: int) -> None:
        super().__init__(data)
        self._game = game
        self._bots = {bot.name: bot for bot in _list_playable(game.ruleset)}
        last = max(game.head_seq - 2, 0)
        self.fields["step"] = forms.IntegerField(min_value=0, max_value=last, initial=min(step, last))
        choices = [(bot.name, bot.title) for bot in self._bots.values()]
        for seat in game.seating.all():
            self.fields[_name_field(seat.number)] = forms.ChoiceField(
                choices=choices,
                initial=seat.bot.name if seat.bot is not None and seat.bot.name in self._bots else None,
                label=gettext("Seat {seat}").format(seat=letter(seat.number)),
            )

    def seats(self) -> Sequence[tuple[Seat, forms.BoundField]]:
        """Return the seats with their fields."""
        return [(seat, self[_name_field(seat.number)]) for seat in self._game.seating.all()]

    def start(self) -> Game | None:
        """Start the requested fork; return None, with the reason among the form's errors, if it is refused."""
        if not self.is_valid():
            return None
        asked = self.cleaned_data
        bots = [self._bots[asked[_name_field(seat)]] for seat in range(self._game.seats)]
        try:
            return fork_create(
                parent_id=self._game.pk, step=asked["step"], bots=bots, seed=ForkSeed(asked["seed"])
            )
        except (ForkRefused, InvalidTournament) as error:
            self.add_error(None, str(error))
            return None


def _name_field(seat: int) -> str:
    return f"seat-{seat}"


def _list_playable(ruleset: str) -> list[Bot]:
    return [
        bot
        for bot in bots_list(ruleset=ruleset, only_active=True)
        if find_refusal(Participant(bot.name, bot.transport, bot.parameters), ruleset) is None
    ]

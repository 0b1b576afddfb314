"""Forks on pages: where a game left its parent, which games go on from it, and the form that starts one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.urls import reverse

from frontend.replay import Html, escaped, letter
from frontend.viewer.event_lines import Leaving
from games.errors import ForkRefused
from games.forks import ForkSeed, forks_list
from games.models import Bot, Game, GameStatus, Seat
from games.queries import bots_list
from tournaments.bots import Participant, find_refusal
from tournaments.errors import InvalidTournament
from tournaments.forks import fork_create

__all__ = ["ContinueForm", "ForkList", "fork_button", "game_fork_list", "game_leaving", "may_go_on"]

#: As many forks a page names; the API lists them all.
_SHOWN = 20

_BRANCH = "M4 2h4v9c1-2 7-2 7-6V2h4v4c0 8-11 5-11 12v4H4z"


@dataclass(frozen=True, slots=True)
class ForkList:
    """The newest forks of a game; ``has_more``: there are older ones."""

    games: tuple[Game, ...]
    has_more: bool


def game_fork_list(game: Game) -> ForkList:
    """Return the games that go on from a step of this one."""
    found = tuple(forks_list(game.pk)[: _SHOWN + 1])
    return ForkList(found[:_SHOWN], len(found) > _SHOWN)


def game_leaving(game: Game) -> Leaving | None:
    """Return where a fork left its parent's log; None for a game that is none."""
    if game.parent_step is None:
        return None
    if game.parent_id is None:
        return Leaving(game.parent_step, "its parent's log, which is not kept here", "")
    href = f"{reverse('game', args=[game.parent_id])}?step={game.parent_step}"
    return Leaving(game.parent_step, f"game {game.parent_id}", href)


def may_go_on(game: Game, step: int) -> bool:
    """Whether something was left to decide after that step of a finished game."""
    return game.status == GameStatus.FINISHED and step < game.head_seq - 1


def fork_button(game: Game, step: int) -> Html:
    """Return the control that leads to the form, as it stands at a step; nothing while the game is not finished."""
    if game.status != GameStatus.FINISHED:
        return Html("")
    label = "Continue from here"
    target = ' aria-disabled="true"'
    if may_go_on(game, step):
        target = f' href="{escaped(reverse("game_continue", args=[game.pk]))}?step={step}"'
    icon = f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_BRANCH}"/></svg>'
    return Html(f'<a class="btn onward" title="{label}"{target}>{icon}<span>{label}</span></a>')


class ContinueForm(forms.Form):
    """From which step on, with whom, and dealt from what."""

    step = forms.IntegerField(min_value=0)
    seed = forms.ChoiceField(
        choices=[
            (ForkSeed.NEW.value, "A new one: chance is drawn anew, and nobody knows what comes"),
            (ForkSeed.SAME.value, "The same: it deals on, and everyone could know what comes"),
        ],
        initial=ForkSeed.NEW.value,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any, *, game: Game, step: int) -> None:
        super().__init__(data)
        self._game = game
        self._bots = {bot.name: bot for bot in _playable(game.ruleset)}
        last = max(game.head_seq - 2, 0)
        self.fields["step"] = forms.IntegerField(min_value=0, max_value=last, initial=min(step, last))
        choices = [(bot.name, bot.title) for bot in self._bots.values()]
        for seat in game.seating.all():
            self.fields[_field(seat.number)] = forms.ChoiceField(
                choices=choices,
                initial=seat.bot.name if seat.bot is not None and seat.bot.name in self._bots else None,
                label=f"{letter(seat.number)}, after {seat.player}",
            )

    def seats(self) -> Sequence[tuple[Seat, forms.BoundField]]:
        """Return the seats with their fields."""
        return [(seat, self[_field(seat.number)]) for seat in self._game.seating.all()]

    def start(self) -> Game | None:
        """Start the fork that is asked for; None, with the reason among the errors, if it is refused."""
        if not self.is_valid():
            return None
        asked = self.cleaned_data
        bots = [self._bots[asked[_field(seat)]] for seat in range(self._game.seats)]
        try:
            return fork_create(
                parent_id=self._game.pk, step=asked["step"], bots=bots, seed=ForkSeed(asked["seed"])
            )
        except (ForkRefused, InvalidTournament) as error:
            self.add_error(None, str(error))
            return None


def _field(seat: int) -> str:
    return f"seat-{seat}"


def _playable(ruleset: str) -> list[Bot]:
    return [
        bot
        for bot in bots_list(ruleset=ruleset, only_active=True)
        if find_refusal(Participant(bot.name, bot.transport, bot.parameters), ruleset) is None
    ]

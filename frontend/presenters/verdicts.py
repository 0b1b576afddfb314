"""Verdicts as text: what the last verification of a game found."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, pgettext
from django_stubs_ext import StrOrPromise

from games.models import Game, GameVerdict

__all__ = ["VERDICTS", "VerdictText", "describe_verdict"]


@dataclass(frozen=True, slots=True)
class VerdictText:
    """
    A verdict in words.

    Args:
        title: the text of its stamp.
        css: the class of its stamp.
        meaning: what the verdict means for any game.
        sentence: title and meaning for one game.
    """

    title: StrOrPromise
    css: str
    meaning: StrOrPromise
    sentence: str = ""


VERDICTS: dict[GameVerdict, VerdictText] = {
    GameVerdict.EXACT: VerdictText(
        gettext_lazy("Checked: exact"),
        "exact",
        gettext_lazy(
            "Every event is legal, everything dealt follows from the committed seed, all hashes agree, "
            "and the scores are those that the rules give."
        ),
    ),
    GameVerdict.CHANCE_UNPROVEN: VerdictText(
        gettext_lazy("Checked: chance unproven"),
        "partly",
        gettext_lazy(
            "As exact, but there is no seed to prove what was dealt. It is possible: nothing came up more often "
            "than it exists."
        ),
    ),
    GameVerdict.DIVERGED: VerdictText(
        gettext_lazy("Diverged"),
        "broken",
        gettext_lazy("One step is wrong. The viewer stops before it and shows nothing from there on."),
    ),
    GameVerdict.UNVERIFIED: VerdictText(
        gettext_lazy("Not checked yet"),
        "plain",
        gettext_lazy(
            "The whole game has not been replayed since its log last changed. Each step is still checked when "
            "you look at it."
        ),
    ),
}


def describe_verdict(game: Game, diverged_at: int | None = None) -> VerdictText:
    """
    Return a game's verdict in words.

    Args:
        diverged_at: the step at which a replay has just found the log wrong; it overrides the stored verdict.
    """
    verdict = GameVerdict(game.verdict) if diverged_at is None else GameVerdict.DIVERGED
    text = VERDICTS[verdict]
    title = str(text.title)
    if verdict is GameVerdict.DIVERGED:
        step = game.verdict_step if diverged_at is None else diverged_at
        title = gettext("Diverged at step {step}").format(step=step)
    # Translators: {title} is a verdict, {meaning} one or two sentences that explain it
    sentence = pgettext("verdict", "{title}. {meaning}").format(title=title, meaning=text.meaning)
    return VerdictText(title, text.css, text.meaning, sentence)

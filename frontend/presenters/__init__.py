"""Values as pages show them: times, titles, verdicts, progress, seeds, facts."""

from frontend.presenters import times
from frontend.presenters.facts import Facts, game_facts
from frontend.presenters.meter import RunningTournament, meter_bars, running_tournament
from frontend.presenters.times import seconds, span
from frontend.presenters.titles import option_words, ruleset_title
from frontend.presenters.verdicts import VERDICTS, VerdictWords, verdict_words

__all__ = [
    "VERDICTS",
    "Facts",
    "RunningTournament",
    "VerdictWords",
    "game_facts",
    "meter_bars",
    "option_words",
    "ruleset_title",
    "running_tournament",
    "seconds",
    "span",
    "times",
    "verdict_words",
]

"""Values as pages show them: times, numbers, titles, verdicts, progress, crosstables, seeds, facts."""

from frontend.presenters.crosstable import present_crosstable
from frontend.presenters.facts import Facts, game_facts
from frontend.presenters.language import active_translator, join_items
from frontend.presenters.numbers import format_decimal, format_halves, format_percent
from frontend.presenters.progress import (
    RunningTournament,
    build_meter,
    describe_blocker,
    describe_checks,
    describe_state,
    format_game_counts,
    format_progress,
    read_running_tournament,
)
from frontend.presenters.times import (
    format_clock,
    format_moment,
    format_period,
    format_thinking_time,
    format_time_left,
)
from frontend.presenters.titles import format_options, ruleset_title
from frontend.presenters.verdicts import VERDICTS, VerdictText, describe_verdict

__all__ = [
    "VERDICTS",
    "Facts",
    "RunningTournament",
    "VerdictText",
    "active_translator",
    "build_meter",
    "describe_blocker",
    "describe_checks",
    "describe_state",
    "describe_verdict",
    "format_clock",
    "format_decimal",
    "format_game_counts",
    "format_halves",
    "format_moment",
    "format_options",
    "format_percent",
    "format_period",
    "format_progress",
    "format_thinking_time",
    "format_time_left",
    "game_facts",
    "join_items",
    "present_crosstable",
    "read_running_tournament",
    "ruleset_title",
]

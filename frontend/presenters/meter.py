"""How far a tournament has come, as bars in a meter."""

from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.selectors import Progress, tournament_progress

__all__ = ["Bar", "RunningTournament", "meter_bars", "running_tournament"]


@dataclass(frozen=True, slots=True)
class Bar:
    """One piece of a meter, in per cent of its width."""

    css: str
    start: str
    width: str


@dataclass(frozen=True, slots=True)
class RunningTournament:
    """A tournament with its progress, as the front page shows it."""

    tournament: Tournament
    progress: Progress
    bars: tuple[Bar, ...]


def running_tournament(tournament: Tournament) -> RunningTournament:
    """Return a tournament with its progress."""
    progress = tournament_progress(tournament)
    return RunningTournament(tournament, progress, meter_bars(progress))


def meter_bars(progress: Progress) -> tuple[Bar, ...]:
    """Return the bars of finished games, of those being played, and of those that do not count or do not move."""
    pieces = (
        ("done", progress.finished),
        ("going", progress.playing),
        ("lost", progress.voided + progress.stuck),
    )
    bars = []
    start = 0.0
    for css, games in pieces:
        if games:
            width = 100 * games / progress.planned
            bars.append(Bar(css, f"{start:.2f}", f"{width:.2f}"))
            start += width
    return tuple(bars)

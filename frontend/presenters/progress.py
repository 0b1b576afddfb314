"""A tournament's progress: bars of a meter, counts of games, what the checks found, what blocks it."""

from dataclasses import dataclass

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from frontend.presenters.language import join_items
from frontend.presenters.times import format_moment, format_period
from tournaments.models import Tournament, TournamentStatus
from tournaments.selectors import Blocker, BlockerCode, Progress, VerificationCounts, tournament_progress

__all__ = [
    "Bar",
    "RunningTournament",
    "build_meter",
    "describe_blocker",
    "describe_checks",
    "describe_state",
    "format_game_counts",
    "format_progress",
    "read_running_tournament",
]


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


def read_running_tournament(tournament: Tournament) -> RunningTournament:
    """Return a tournament with its progress."""
    progress = tournament_progress(tournament)
    return RunningTournament(tournament, progress, build_meter(progress))


def build_meter(progress: Progress) -> tuple[Bar, ...]:
    """Return bars for finished games, for games being played, and for voided or stuck ones."""
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


def format_progress(progress: Progress) -> SafeString:
    """Return the counts of a tournament's games as markup: ``2 of 6 games finished, 1 being played``."""
    if progress.planned:
        first = format_html(
            ngettext(
                '<b class="num">{finished}</b> of {n} game finished',
                '<b class="num">{finished}</b> of {n} games finished',
                progress.planned,
            ),
            finished=progress.finished,
            n=progress.planned,
        )
        more = [*_list_unfinished(progress), *_list_submitted(progress)]
    else:
        first = format_html(
            ngettext(
                '<b class="num">{n}</b> submitted game counts',
                '<b class="num">{n}</b> submitted games count',
                progress.submitted,
            ),
            n=progress.submitted,
        )
        more = []
    if progress.not_counted:
        text = ngettext(
            "{n} submitted and not counted", "{n} submitted and not counted", progress.not_counted
        )
        more.append(text.format(n=progress.not_counted))
    return mark_safe(join_items([first, *map(conditional_escape, more)]))  # noqa: S308 - its items are escaped


def _list_unfinished(progress: Progress) -> list[str]:
    counts = (
        (progress.playing, ngettext("{n} being played", "{n} being played", progress.playing)),
        (progress.voided, ngettext("{n} voided", "{n} voided", progress.voided)),
        (progress.stuck, ngettext("{n} stuck", "{n} stuck", progress.stuck)),
    )
    return [text.format(n=count) for count, text in counts if count]


def _list_submitted(progress: Progress) -> list[str]:
    if not progress.submitted:
        return []
    return [_format_submitted(progress.submitted)]


def _format_submitted(games: int) -> str:
    return ngettext("{n} submitted", "{n} submitted", games).format(n=games)


def format_game_counts(planned: int, finished: int, submitted: int) -> str:
    """Return the counts of a tournament's games in a list of tournaments: ``2 of 6 games, 1 submitted``."""
    counts = []
    if planned:
        text = ngettext("{finished} of {n} game", "{finished} of {n} games", planned)
        counts.append(text.format(finished=finished, n=planned))
    if submitted or not planned:
        counts.append(_format_submitted(submitted))
    return join_items(counts)


def describe_checks(checks: VerificationCounts) -> str:
    """Return in a sentence what the verification of a tournament's games has found; nothing before the first check."""
    if not checks.checked:
        return ""
    unproven, unverified = checks.chance_unproven, checks.unverified
    counts = [ngettext("{n} exact", "{n} exact", checks.exact).format(n=checks.exact)]
    if unproven:
        text = ngettext("{n} with chance unproven", "{n} with chance unproven", unproven)
        counts.append(text.format(n=unproven))
    counts.append(ngettext("{n} diverged", "{n} diverged", checks.diverged).format(n=checks.diverged))
    if unverified:
        text = ngettext("{n} not checked yet", "{n} not checked yet", unverified)
        counts.append(text.format(n=unverified))
    return gettext("Checked from their logs: {counts}.").format(counts=join_items(counts))


def describe_state(tournament: Tournament) -> str:
    """Return a tournament's status with its time: ``finished 28 Nov 2026, 07:35 UTC``."""
    status = TournamentStatus(tournament.status)
    if status is TournamentStatus.FINISHED and tournament.finished_at:
        return gettext("finished {time}").format(time=format_moment(tournament.finished_at))
    if status is TournamentStatus.CANCELLED and tournament.finished_at:
        return gettext("cancelled {time}").format(time=format_moment(tournament.finished_at))
    if status is TournamentStatus.RUNNING and tournament.started_at:
        return gettext("started {time}").format(time=format_moment(tournament.started_at))
    return str(status.label)


def describe_blocker(blocker: Blocker) -> str:
    """Return in a sentence why a tournament makes no progress."""
    facts = {
        "game": blocker.game_id,
        "worker": blocker.worker,
        "since": blocker.since and format_period(blocker.since),
        "until": blocker.until and format_period(blocker.until),
        "reason": blocker.detail,
    }
    return _blocker_message(blocker).format(**facts)


def _blocker_message(blocker: Blocker) -> str:
    match blocker.code:
        case BlockerCode.NO_WORKER if blocker.since:
            return gettext("No worker has sent a heartbeat since {since}.")
        case BlockerCode.NO_WORKER:
            return gettext("No worker has sent a heartbeat.")
        case BlockerCode.BROKER_UNREACHABLE:
            return gettext("The broker could not be reached: {reason}")
        case BlockerCode.LEASE_HELD:
            return gettext(
                "Worker {worker} holds the lease of game {game} until {until}; its last heartbeat was at {since}."
            )
        case BlockerCode.STUCK if blocker.game_id:
            return gettext("Game {game} is stuck: {reason}")
        case BlockerCode.STUCK:
            return gettext("A game is stuck: {reason}")
        case BlockerCode.PAUSED if blocker.game_id:
            return gettext("Game {game} is tried again at {until}: {reason}")
        case BlockerCode.PAUSED:
            return gettext("A game is tried again at {until}: {reason}")
        case _:
            return gettext("The workers are busy with other games.")

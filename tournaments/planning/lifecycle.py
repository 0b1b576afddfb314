"""
Services: create, start, finish, cancel and retry tournaments, and set which submitted games they count.

``tournaments.play.settlement`` handles games that are over; ``tournaments.entries`` enters submitted games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Now

from engine.core import EngineError
from engine.core import registry as rulesets
from games.event_store import unfinished_games_void
from games.models import Bot, JobKind, JobStatus, PlayJob
from games.play_jobs import is_held_back_q, jobs_retry
from games.realtime import Subject, notify_subject
from tournaments.bots import Participant, find_refusal
from tournaments.domain import Format, Rotation, count_seat_orders, count_tables
from tournaments.errors import InvalidTournament, WrongTournamentStatus
from tournaments.models import SubmittedGames, Tournament, TournamentStatus
from tournaments.planning import plans
from tournaments.play import TournamentDomainEvent, tournament_publish

__all__ = [
    "MAX_PLANNED_GAMES",
    "CheckedPlan",
    "bots_check",
    "tournament_cancel",
    "tournament_check",
    "tournament_create",
    "tournament_finish",
    "tournament_retry",
    "tournament_set_submitted_games",
    "tournament_start",
]

#: Maximum number of planned games per tournament.
MAX_PLANNED_GAMES = 200_000

_MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class CheckedPlan:
    """Checked arguments of a tournament, with every default; ``games`` is the number of planned games."""

    name: str
    components: str
    options: Mapping[str, Any]
    games: int


def tournament_create(
    *,
    name: str,
    ruleset: str,
    bots: Sequence[Bot],
    seats: int,
    deals: int = 1,
    options: Mapping[str, Any] | None = None,
    components: str | None = None,
    rotation: Rotation = Rotation.CYCLIC,
    format: Format = Format.ROUND_ROBIN,  # noqa: A002 - the glossary's word
    submitted_games: SubmittedGames = SubmittedGames.REFUSED,
    created_by: User | None = None,
) -> Tournament:
    """
    Create a draft tournament: its entrants, rounds, matches and planned games.

    Args:
        bots: the entrants in the order of their seed ranks; the same bot can be entered more than once.
        seats: seats at a table.
        deals: deals per match; each is played in every seat order of the rotation with the same seed.
        options: options of every game; stored with every default.
        components: the component set; by default the ruleset's first.
        format: who meets whom; open play also accepts bots that workers cannot run.
        submitted_games: which submitted games count.

    Raises:
        InvalidTournament: naming the field at fault.
    """
    checked = tournament_check(
        name=name,
        ruleset=ruleset,
        bots=bots,
        seats=seats,
        deals=deals,
        options=options,
        components=components,
        rotation=rotation,
        format=format,
        submitted_games=submitted_games,
    )
    with transaction.atomic():
        tournament = Tournament.objects.create(
            name=checked.name,
            ruleset=ruleset,
            components=checked.components,
            options=checked.options,
            seats=seats,
            deals=deals,
            rotation=rotation.value,
            submitted_games=submitted_games.value,
            created_by=created_by,
        )
        plans.entrants_create(tournament, bots)
        plans.stage_create(tournament, number=1, format=format)
    return tournament


def tournament_check(
    *,
    name: str,
    ruleset: str,
    bots: Sequence[Bot],
    seats: int,
    deals: int = 1,
    options: Mapping[str, Any] | None = None,
    components: str | None = None,
    rotation: Rotation = Rotation.CYCLIC,
    format: Format = Format.ROUND_ROBIN,  # noqa: A002 - the glossary's word
    submitted_games: SubmittedGames = SubmittedGames.REFUSED,
) -> CheckedPlan:
    """
    Validate the arguments of a tournament without creating it.

    Raises:
        InvalidTournament: naming the field at fault.
    """
    title = _check_name(name)
    chosen, full = _check_game(ruleset, seats, options or {}, components)
    _check_bots(bots, ruleset, seats, are_asked=format.is_planned)
    if format.is_planned:
        games = _check_size(len(bots), seats, deals, rotation)
    else:
        games = _check_nothing_planned(deals, rotation)
        _check_submitted_games(submitted_games)
    return CheckedPlan(title, chosen, full, games)


def tournament_start(tournament: Tournament) -> Tournament:
    """
    Create the games with their secret seeds, one per deal, and dispatch them to the workers after commit.

    Raises:
        WrongTournamentStatus: it is not a draft.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if locked.status != TournamentStatus.DRAFT:
            raise WrongTournamentStatus("not_draft", id=locked.pk, status=locked.status)
        plans.games_create(locked)
        locked.status = TournamentStatus.RUNNING
        locked.started_at = Now()
        locked.save(update_fields=["status", "started_at"])
        tournament_publish(TournamentDomainEvent.STARTED, locked.pk)
    return _refresh(tournament)


def tournament_cancel(tournament: Tournament, *, reason: str = "tournament cancelled") -> Tournament:
    """
    Cancel the tournament and void its unfinished games; this ends their leases, so workers' reports are refused.

    Raises:
        WrongTournamentStatus: the tournament is over.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if locked.is_over:
            raise WrongTournamentStatus("already_over", id=locked.pk, status=locked.status)
        unfinished_games_void(game_ids=_list_unfinished(locked), reason=reason)
        locked.status = TournamentStatus.CANCELLED
        locked.finished_at = Now()
        locked.save(update_fields=["status", "finished_at"])
        tournament_publish(TournamentDomainEvent.CANCELLED, locked.pk)
    return _refresh(tournament)


def tournament_finish(tournament: Tournament) -> Tournament:
    """
    Finish a tournament of open play; then no more games can be entered. Planned tournaments finish by themselves.

    Raises:
        WrongTournamentStatus: it is not running, or it has planned games.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if locked.status != TournamentStatus.RUNNING:
            code = "already_over" if locked.is_over else "tournament_not_running"
            raise WrongTournamentStatus(code, id=locked.pk, status=locked.status)
        if not _is_unplanned(locked):
            raise WrongTournamentStatus("ends_by_itself", id=locked.pk)
        locked.status = TournamentStatus.FINISHED
        locked.finished_at = Now()
        locked.save(update_fields=["status", "finished_at"])
        tournament_publish(TournamentDomainEvent.FINISHED, locked.pk)
    return _refresh(tournament)


def tournament_set_submitted_games(tournament: Tournament, *, submitted_games: SubmittedGames) -> Tournament:
    """
    Set which submitted games count, including those already entered. No entry is added or removed.

    Raises:
        InvalidTournament: the tournament is open play and would count no games.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if _is_unplanned(locked):
            _check_submitted_games(submitted_games)
        locked.submitted_games = submitted_games.value
        locked.save(update_fields=["submitted_games"])
        notify_subject(Subject.TOURNAMENT, [locked.pk])
    return _refresh(tournament)


def tournament_retry(tournament: Tournament) -> int:
    """
    Requeue games that are stuck or paused after a failure and reset their failures; return their number.

    Raises:
        WrongTournamentStatus: there are none.
    """
    with transaction.atomic():
        held_back = PlayJob.objects.filter(is_held_back_q(), kind=JobKind.PLANNED, group_key=tournament.pk)
        count = len(jobs_retry(held_back.values_list("pk", flat=True)))
        if not count:
            raise WrongTournamentStatus("nothing_stuck", id=tournament.pk)
        notify_subject(Subject.TOURNAMENT, [tournament.pk])
    return count


def _list_unfinished(tournament: Tournament) -> list[int]:
    """Return the ids of the tournament's unfinished games."""
    jobs = PlayJob.objects.filter(kind=JobKind.PLANNED, group_key=tournament.pk)
    unfinished = jobs.exclude(status__in=[JobStatus.FINISHED, JobStatus.VOIDED])
    return list(unfinished.values_list("pk", flat=True))


def _refresh(tournament: Tournament) -> Tournament:
    """Reload the caller's object; its times come from the database clock."""
    tournament.refresh_from_db(fields=["status", "started_at", "finished_at", "submitted_games"])
    return tournament


def _check_name(name: str) -> str:
    title = " ".join(name.split())
    if not title:
        raise InvalidTournament("blank_name", field="name")
    if len(title) > _MAX_NAME:
        raise InvalidTournament("name_too_long", field="name", expected=_MAX_NAME)
    return title


def _check_game(
    ruleset: str, seats: int, options: Mapping[str, Any], components: str | None
) -> tuple[str, dict[str, Any]]:
    """Return the component set and the options with every default."""
    try:
        rules = rulesets.get(ruleset)
        chosen = components if components is not None else rules.component_sets[0]
        rules.check_table(seats, chosen)
        return chosen, rules.complete_options(options, seats)
    except EngineError as error:
        details = {"field": "options" if error.code == "invalid_options" else "ruleset"} | error.details
        raise InvalidTournament(error.code, **details) from error


def _check_bots(bots: Sequence[Bot], ruleset: str, seats: int, *, are_asked: bool) -> None:
    if len(bots) < seats:
        raise InvalidTournament("too_few_entrants", field="bots", expected=seats, found=len(bots))
    bots_check(bots, ruleset, are_asked=are_asked)


def bots_check(bots: Sequence[Bot], ruleset: str, *, are_asked: bool = True) -> None:
    """
    Refuse bots that cannot play the ruleset.

    Args:
        are_asked: whether workers ask them for their decisions.

    Raises:
        InvalidTournament: for the first such bot; the code gives the reason.
    """
    for bot in bots:
        if not bot.active:
            raise InvalidTournament("bot_not_active", field="bots", bot=bot.name)
        if not bot.plays(ruleset):
            raise InvalidTournament("bot_plays_other_rulesets", field="bots", bot=bot.name, ruleset=ruleset)
        if not are_asked:
            continue
        reason = find_refusal(Participant.from_bot(bot), ruleset)
        if reason is not None:
            raise InvalidTournament("bot_not_runnable", field="bots", bot=bot.name, reason=reason)


def _check_size(entrants: int, seats: int, deals: int, rotation: Rotation) -> int:
    if deals < 1:
        raise InvalidTournament("too_few_deals", field="deals", expected=1, found=deals)
    games = count_tables(entrants, seats) * deals * count_seat_orders(seats, rotation)
    if games > MAX_PLANNED_GAMES:
        raise InvalidTournament("too_many_games", field="deals", expected=MAX_PLANNED_GAMES, found=games)
    return games


def _check_nothing_planned(deals: int, rotation: Rotation) -> int:
    """Return 0 planned games; refuse deals and rotations, which need a plan."""
    if deals != 1:
        raise InvalidTournament("nothing_planned", field="deals", expected=1, found=deals)
    if rotation is not Rotation.CYCLIC:
        raise InvalidTournament("nothing_planned", field="rotation", expected=Rotation.CYCLIC.value)
    return 0


def _check_submitted_games(submitted_games: SubmittedGames) -> None:
    if submitted_games is SubmittedGames.REFUSED:
        expected = [each.value for each in SubmittedGames if each.verdicts]
        raise InvalidTournament("submitted_games_needed", field="submitted_games", expected=expected)


def _is_unplanned(tournament: Tournament) -> bool:
    formats = tournament.stages.values_list("format", flat=True)
    return not all(Format(each).is_planned for each in formats)

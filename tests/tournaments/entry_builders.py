"""Builders of tournaments that count submitted games, and of their submissions."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.contrib.auth import get_user_model

from engine.core import RecordForm
from games.import_export import Submission, records_submit, submitter_bots
from games.models import Bot
from tests.games.factories import MOON_RIVER, BotFactory
from tests.games.records import record
from tournaments.domain import Format
from tournaments.entries import records_enter
from tournaments.models import SubmittedGames, Tournament
from tournaments.planning import tournament_create, tournament_start
from tournaments.selectors import tournament_standings

__all__ = ["bots_of", "get_user", "make_open_play", "submit_records", "table_rows"]


def get_user(name: str = "owner") -> Any:
    """Return the user of that name."""
    users = get_user_model().objects
    return users.filter(username=name).first() or users.create(username=name)


def bots_of(owner: str, *names: str, **fields: Any) -> list[Bot]:
    """Return bots of those names that belong to the user, by default remote ones."""
    known = {"transport": "remote", "owner": get_user(owner)} | fields
    return [Bot.objects.filter(name=name).first() or BotFactory.create(name=name, **known) for name in names]


def make_open_play(
    *bots: Bot, policy: SubmittedGames = SubmittedGames.EXACT, start: bool = True, **fields: Any
) -> Tournament:
    """Return a tournament without planned games of the owner's bots ann and ben, or of those given."""
    plan: dict[str, Any] = {
        "name": "Played Elsewhere",
        "ruleset": MOON_RIVER,
        "seats": 2,
        "options": {"mode": "base"},
        "format": Format.OPEN_PLAY,
        "created_by": get_user("organiser"),
    }
    made = tournament_create(
        bots=bots or bots_of("owner", "ann", "ben"), submitted_games=policy, **plan | fields
    )
    return tournament_start(made) if start else made


def submit_records(
    tournament: Tournament | None,
    *texts: bytes,
    by: str = "owner",
    named: dict[str, str] | None = None,
    is_dry_run: bool = False,
) -> list[Submission]:
    """Submit records (by default one) for a tournament, or for none; return the submissions."""
    user = get_user(by)
    store = None
    if tournament is not None:
        store = partial(records_enter, tournament_id=tournament.pk, is_dry_run=is_dry_run)
    wanted: Iterable[bytes] = texts or [record()]
    return list(
        records_submit(
            texts=wanted,
            form=RecordForm.LINES,
            by=user,
            bots=submitter_bots(user, named or {}),
            is_dry_run=is_dry_run,
            store=store,
        )
    )


def table_rows(tournament: Tournament) -> list[tuple[str, int, int, float]]:
    """Return name, games, submitted games and points of each entrant, in the order of the standings."""
    return [
        (row.entrant.name, row.games, row.submitted, row.points) for row in tournament_standings(tournament)
    ]

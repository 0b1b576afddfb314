"""Create a tournament, start it and wait until it is over."""

import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from time import monotonic, sleep
from typing import Any, TextIO, cast

import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.core import InvalidOptions, Ruleset, registry
from games.bots import bots_register_builtin
from games.models import Bot
from games.play_jobs import worker_name
from tournaments.domain import Format, Rotation
from tournaments.errors import TournamentError
from tournaments.management.commands._display import print_standings, show_progress
from tournaments.models import SubmittedGames, Tournament, TournamentStatus
from tournaments.planning import tournament_create, tournament_start
from tournaments.play import WorkerLoop, sweep
from tournaments.selectors import Progress, tournament_progress, tournament_standings

#: Seconds between two queries of the progress, and between two sweeps, so that no Celery beat is needed.
_POLL_SECONDS = 0.5
_SWEEP_SECONDS = 10.0


class Command(BaseCommand):
    """``manage.py run_tournament [NAME] [--bots BOT ...] [--seats N] [--deals N] [--local | --no-wait]``"""

    help = "Create a tournament of bots, start it, show its progress and print the standings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "name",
            nargs="?",
            metavar="NAME",
            help="Name of the tournament; by default the title of its ruleset.",
        )
        parser.add_argument(
            "--ruleset", metavar="KEY", help="Ruleset, as slug@version; by default the first registered one."
        )
        parser.add_argument(
            "--bots",
            nargs="+",
            metavar="BOT",
            help="Entrants; a bot can be named more than once. Default: all built-in bots.",
        )
        parser.add_argument(
            "--seats",
            type=int,
            metavar="N",
            help="Seats at a table; by default as many as the bots can fill.",
        )
        parser.add_argument(
            "--deals",
            type=int,
            default=1,
            metavar="N",
            help="Deals per match, each played in every seat order of the rotation.",
        )
        parser.add_argument(
            "--rotation", choices=[each.value for each in Rotation], default=Rotation.CYCLIC.value
        )
        parser.add_argument(
            "--options",
            type=_parse_json_object,
            default={},
            metavar="JSON",
            help="Options of every game; a missing required option takes its first choice.",
        )
        parser.add_argument(
            "--components", metavar="ID", help="The component set; by default the ruleset's first."
        )
        parser.add_argument(
            "--format",
            choices=[each.value for each in Format],
            default=Format.ROUND_ROBIN.value,
            help="Who meets whom; with open_play no games are planned, and all are submitted.",
        )
        parser.add_argument(
            "--submitted-games",
            choices=SubmittedGames.values,
            default=SubmittedGames.REFUSED.value,
            help="Which submitted games count: none, those whose chance is proven, or all that keep the rules.",
        )
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--wait", action="store_true", help="Wait for the workers to play it (the default).")
        how.add_argument("--no-wait", action="store_true", help="Start it and return; the workers play it.")
        how.add_argument("--local", action="store_true", help="Play it in this process.")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = self._create_tournament(options)
        self.stdout.write(
            f"Tournament {tournament.pk}, {tournament.name}: {tournament.planned_games.count()} games."
        )
        if options["no_wait"]:
            return
        if not Format(options["format"]).is_planned:
            self.stdout.write(
                "Open play has no planned games: it runs until it is finished in the admin or over REST."
            )
            return
        play = _build_player(tournament) if options["local"] else _wait
        try:
            progress = self._follow(tournament, play)
        except KeyboardInterrupt:
            raise CommandError(
                f"Interrupted. Tournament {tournament.pk} continues as long as workers run; cancel it in the admin."
            ) from None
        self.stdout.ending = ""  # the table ends its own lines
        print_standings(tournament_standings(tournament), cast(TextIO, self.stdout))
        if progress.status is not TournamentStatus.FINISHED:
            raise CommandError(
                "; ".join(map(str, progress.blockers)) or f"The tournament is {progress.status.label}."
            )

    def _create_tournament(self, options: Mapping[str, Any]) -> Tournament:
        ruleset = _find_ruleset(options["ruleset"])
        bots = _find_bots(options["bots"], ruleset)
        seats = options["seats"] or min(ruleset.max_seats, len(bots))
        try:
            return tournament_start(
                tournament_create(
                    name=options["name"] or ruleset.title,
                    ruleset=ruleset.key,
                    bots=bots,
                    seats=seats,
                    deals=options["deals"],
                    options=_complete_options(options["options"], ruleset, seats),
                    components=options["components"],
                    rotation=Rotation(options["rotation"]),
                    format=Format(options["format"]),
                    submitted_games=SubmittedGames(options["submitted_games"]),
                )
            )
        except TournamentError as error:
            raise CommandError(str(error)) from error

    def _follow(self, tournament: Tournament, play: Callable[[], None]) -> Progress:
        """Show the progress until the tournament is over or only stuck games are left; return the last progress."""
        swept_at = monotonic()
        with show_progress(tournament.name, sys.stderr) as display:
            while True:
                progress = tournament_progress(tournament)
                display.show(progress)
                if progress.is_over or (progress.stuck and not progress.waiting and not progress.playing):
                    return progress
                play()
                if monotonic() - swept_at >= _SWEEP_SECONDS:
                    swept_at = monotonic()
                    sweep()


def _wait() -> None:
    sleep(_POLL_SECONDS)


def _build_player(tournament: Tournament) -> Callable[[], None]:
    """Return a function that plays in this process for a moment, or waits if other workers hold the remaining games."""
    loop = WorkerLoop(worker_name())

    def play() -> None:
        if not loop.run(tournament.pk, seconds=_POLL_SECONDS).played:
            sleep(_POLL_SECONDS)

    return play


def _find_ruleset(key: str | None) -> Ruleset[Any]:
    known = {ruleset.key: ruleset for ruleset in registry.all_rulesets()}
    if key is None:
        return next(iter(known.values()))
    if key not in known:
        raise CommandError(f"There is no ruleset {key!r}. Choose one of: {', '.join(known)}.")
    return known[key]


def _find_bots(names: Sequence[str] | None, ruleset: Ruleset[Any]) -> list[Bot]:
    built_in = [bot for bot in bots_register_builtin() if bot.plays(ruleset.key)]
    if names is None:
        return built_in
    known = Bot.objects.in_bulk(names, field_name="name")
    missing = [name for name in names if name not in known]
    if missing:
        active = ", ".join(Bot.objects.filter(active=True).values_list("name", flat=True))
        raise CommandError(f"There is no bot {missing[0]!r}. Choose from: {active}.")
    return [known[name] for name in names]


def _complete_options(given: Mapping[str, Any], ruleset: Ruleset[Any], seats: int) -> Mapping[str, Any]:
    """Return the options; each required option that is missing takes its first choice."""
    options = dict(given)
    while True:
        try:
            return ruleset.complete_options(options, seats)
        except InvalidOptions as error:
            field, choices = error.details.get("field"), error.details.get("expected")
            if field in options or not isinstance(field, str) or not isinstance(choices, list) or not choices:
                return options  # the service reports the error
            options[field] = choices[0]


def _parse_json_object(text: str) -> dict[str, Any]:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise ArgumentTypeError(f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ArgumentTypeError("not a JSON object")
    return value

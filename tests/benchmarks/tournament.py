"""
A tournament of random bots through Celery with everything logged, against bare processes playing the same games.

Both sides use two processes. The platform is measured from the start of the tournament to the moment it is
finished: games and seeds are created, offered, leased, played, hashed, written and counted, on servers set up as in
production. The bare side gets options and seeds and plays, without log, hashes or storage; both must reach the same
scores.
"""

import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path

import engine  # noqa: F401 - registers the rulesets
from engine.bots import registry as bots
from engine.core import Chance, Driver, Playthrough, commitment, make_header
from engine.core import registry as rulesets
from tests.benchmarks.harness import Figure, Measured, is_quick, report
from tests.benchmarks.works import play_bare

RULESET = "moon-river@1"
OPTIONS = {"mode": "base"}
PROCESSES = 2
TARGET = 0.5

#: A game for a bare process: the players' names by seat, and the seed.
Bare = tuple[Sequence[str], bytes]


#: Result of a bare process: the scores, and the head of the log if it makes one.
Result = tuple[list[int], bytes]


def play_logged(game: Bare) -> Result:
    """Play a game of random bots with the engine's driver and a log; return scores and head."""
    names, seed = game
    seats = len(names)
    ruleset = rulesets.get(RULESET)
    player = bots.create("random", ruleset)
    header = make_header(ruleset, seats=seats, options=OPTIONS, players=names, commitment=commitment(seed))
    playthrough = Playthrough(header)
    Driver(playthrough, [player] * seats, seed=seed, deal=Chance(seed).outcome).advance()
    assert playthrough.outcome is not None
    return [seat.score for seat in playthrough.outcome.seats], playthrough.head


def play_rules(game: Bare) -> Result:
    """Play a game of random bots with the rules alone."""
    names, seed = game
    ruleset = rulesets.get(RULESET)
    players = [bots.create("random", ruleset)] * len(names)
    outcome = play_bare(players, seed, ruleset=ruleset, options=OPTIONS)
    return [seat.score for seat in outcome.seats], b""


@dataclass(slots=True)
class Contest:
    """The sides at tournaments of one size; each list holds games per second, one number per turn."""

    seats: int
    games: int
    pool: Pool
    platform: list[float] = field(default_factory=list)
    logged: list[float] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)

    def run_turn(self) -> None:
        """Let the platform play a tournament, then the bare processes the same games."""
        from games.event_store import game_secrets
        from games.models import Game, Seat

        tournament_id, seconds = self._tournament()
        self.platform.append(self.games / seconds)
        game_ids = _game_ids(tournament_id)
        secrets = game_secrets(game_ids)
        rows = list(
            Seat.objects.filter(game__in=game_ids).order_by("game", "number").values_list("player", "score")
        )
        names, scores = [player for player, _ in rows], [score for _, score in rows]
        bare: Sequence[Bare] = [
            (names[index * self.seats : (index + 1) * self.seats], bytes(secrets[game_id]))
            for index, game_id in enumerate(game_ids)
        ]
        logged, rate = self._play_bare(play_logged, bare)
        self.logged.append(rate)
        rules, rate = self._play_bare(play_rules, bare)
        self.rules.append(rate)
        assert scores == [score for game, _ in logged for score in game], "all sides play the same games"
        assert scores == [score for game, _ in rules for score in game], "all sides play the same games"
        heads = Game.objects.filter(pk__in=game_ids).order_by("pk").values_list("head_hash", flat=True)
        assert [bytes(head) for head in heads] == [head for _, head in logged], "the logs are the same"

    def _play_bare(
        self, play_one: Callable[[Bare], Result], games: Sequence[Bare]
    ) -> tuple[list[Result], float]:
        """Play the games in the bare processes; return their results and the games per second."""
        started = time.perf_counter()
        results = self.pool.map(play_one, games, chunksize=8)
        return results, len(games) / (time.perf_counter() - started)

    def _tournament(self) -> tuple[int, float]:
        from games.bots import bots_register_builtin
        from tournaments.models import Tournament, TournamentStatus
        from tournaments.planning import tournament_create, tournament_start

        random = next(bot for bot in bots_register_builtin() if bot.name == "random")
        tournament = tournament_create(
            name="Benchmark",
            ruleset=RULESET,
            bots=[random] * self.seats,
            seats=self.seats,
            deals=self.games // self.seats,
            options=OPTIONS,
        )
        started = time.perf_counter()
        tournament_start(tournament)
        running = Tournament.objects.filter(pk=tournament.pk, status=TournamentStatus.RUNNING)
        while running.exists():
            time.sleep(0.05)
        return tournament.pk, time.perf_counter() - started


def _game_ids(tournament_id: int) -> list[int]:
    from tournaments.models import PlannedGame

    ids = PlannedGame.objects.filter(tournament=tournament_id).order_by("game").values_list("game", flat=True)
    return [game_id for game_id in ids if game_id is not None]


@contextlib.contextmanager
def _run_platform() -> Iterator[None]:
    """Run servers like those of a site, and a worker with two processes, on an empty database."""
    from config import embedded, env

    with tempfile.TemporaryDirectory(prefix="rodeo-benchmark-") as name:
        folder = Path(name)
        with embedded.serve(folder):
            env.set_server_urls(
                database_url=embedded.database_url(folder), broker_url=embedded.broker_url(folder)
            )
            import os

            import django

            os.environ[env.DATA_FOLDER.name] = name
            os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
            django.setup()
            from django.core.management import call_command
            from django.db import connections

            from tests.processes import RunningWorker, environment_of_test

            call_command("migrate", verbosity=0)
            worker = RunningWorker(folder, concurrency=PROCESSES, environment=environment_of_test())
            worker.start()
            worker.wait_until_ready()
            try:
                yield
            finally:
                worker.stop()
                connections.close_all()


def measure(*, turns: int, games: int) -> Mapping[int, Measured]:
    """Measure tournaments of four and of two seats, by number of seats."""
    # The bare processes start first, before the platform is imported.
    with get_context("spawn").Pool(PROCESSES) as pool, _run_platform():
        contests = [Contest(4, games, pool), Contest(2, games, pool)]
        for contest in contests:
            warm = Contest(contest.seats, 16, pool)
            warm.run_turn()
            for _ in range(turns):
                contest.run_turn()
        return {
            contest.seats: Measured(
                {"platform": contest.platform, "logged": contest.logged, "rules": contest.rules}
            )
            for contest in contests
        }


def main() -> None:
    """Measure and report."""
    quick = is_quick(about=__doc__)
    measured = measure(turns=3 if quick else 7, games=320 if quick else 1200)
    figures = [figure for seats, found in measured.items() for figure in _make_figures(seats, found)]
    report("Tournaments of random bots, everything logged", figures)


def _make_figures(seats: int, found: Measured) -> list[Figure]:
    return [
        Figure(
            f"tournament, {seats} seats",
            found.rate("platform"),
            "games/s",
            found.ratio("platform", "logged"),
            f"{PROCESSES} bare processes, same log",
            TARGET,
        ),
        Figure(
            f"tournament, {seats} seats, against the rules alone",
            found.rate("platform"),
            "games/s",
            found.ratio("platform", "rules"),
            f"{PROCESSES} bare processes, no log",
        ),
        Figure(f"bare with the log, {seats} seats", found.rate("logged"), "games/s"),
        Figure(f"bare rules alone, {seats} seats", found.rate("rules"), "games/s"),
    ]


if __name__ == "__main__":
    main()

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, GameStatus, JobStatus
from tests.tournaments.builders import jobs_of, make_bot
from tournaments.management.commands import run_tournament
from tournaments.models import Tournament, TournamentStatus

pytestmark = pytest.mark.django_db(transaction=True)


def run(*arguments):
    call_command("run_tournament", *arguments)


@pytest.fixture(autouse=True)
def _bots():
    for name in ("ann", "bob"):
        make_bot(name)


def race(*arguments):
    run("Open", "--ruleset", "race@1", "--bots", "ann", "bob", *arguments)


def test_it_plays_in_this_process_and_prints_the_standings(capsys):
    race("--deals", "3", "--local")

    out, err = capsys.readouterr()
    tournament = Tournament.objects.get()
    assert tournament.status == TournamentStatus.FINISHED
    assert out.splitlines()[0] == f"Tournament {tournament.pk}, Open: 6 games."
    assert out.splitlines()[1].split() == [
        *("Bot", "Games", "Won", "Shared", "Points", "Mean", "place", "Mean", "score", "Forfeits")
    ]
    assert {line.split()[1] for line in out.splitlines()[2:]} == {"ann", "bob"}
    assert "Open: 6 of 6 games" in err


def test_it_leaves_the_games_to_the_workers(capsys):
    race("--no-wait")

    assert Tournament.objects.get().status == TournamentStatus.RUNNING
    assert "2 games" in capsys.readouterr().out


def test_a_moon_river_tournament_needs_no_options(capsys):
    run("--bots", "random", "random", "--ruleset", "moon-river@1", "--local")

    assert Tournament.objects.get().options == {"mode": "base"}
    assert Tournament.objects.get().name == "Moon River"
    assert {game.status for game in Game.objects.all()} == {GameStatus.FINISHED}


def test_options_are_given_as_json():
    race("--options", '{"laps": 2}', "--rotation", "all", "--local")

    assert Tournament.objects.get().options == {"laps": 2}


def test_open_play_is_started_and_left_to_its_organiser(capsys):
    race("--format", "open_play", "--submitted-games", "legal")

    tournament = Tournament.objects.get()
    assert (tournament.status, tournament.submitted_games) == (TournamentStatus.RUNNING, "legal")
    assert "it runs until it is finished" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--ruleset", "chess@1"], "There is no ruleset 'chess@1'. Choose one of: "),
        (["--ruleset", "race@1", "--bots", "ann", "zed"], "There is no bot 'zed'. Choose from: ann, bob"),
        (["--ruleset", "race@1", "--bots", "ann", "bob", "--seats", "3"], "fewer entrants than seats"),
        (
            ["--ruleset", "race@1", "--bots", "ann", "bob", "--options", '{"laps":0}'],
            "not valid for this ruleset",
        ),
        (["--ruleset", "race@1", "--bots", "ann", "bob", "--options", "laps"], "not JSON"),
        (["--ruleset", "race@1", "--bots", "ann", "bob", "--options", "[]"], "not a JSON object"),
        (
            ["--ruleset", "race@1", "--bots", "ann", "bob", "--format", "open_play"],
            "must count submitted games",
        ),
        (["--deals", "0", "--ruleset", "race@1", "--bots", "ann", "bob"], "at least one deal"),
    ],
)
def test_invalid_arguments_are_refused_with_a_sentence(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        run(*arguments)

    assert not Tournament.objects.exists()


def test_games_that_are_stuck_end_it_with_the_reason(capsys, monkeypatch):
    def build_stuck_player(tournament):
        def play():
            jobs_of(tournament).update(status=JobStatus.STUCK)

        return play

    monkeypatch.setattr(run_tournament, "_build_player", build_stuck_player)

    with pytest.raises(CommandError, match="is stuck"):
        race("--local")


def test_an_interrupted_command_reports_that_the_tournament_continues(monkeypatch):
    def build_interrupted_player(tournament):
        def play():
            raise KeyboardInterrupt

        return play

    monkeypatch.setattr(run_tournament, "_build_player", build_interrupted_player)

    with pytest.raises(CommandError, match=r"Interrupted. Tournament \d+ continues"):
        race("--local")


def test_the_command_prints_the_blockers(capsys, monkeypatch):
    looks = []

    def wait():
        looks.append(1)
        Tournament.objects.update(publish_fault="connection refused")
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(run_tournament, "_wait", wait)

    with pytest.raises(CommandError):
        race()

    assert "The broker could not be reached: connection refused" in capsys.readouterr().err
    assert connection.is_usable()

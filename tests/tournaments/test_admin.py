import pytest
from django.contrib.admin.sites import site
from django.contrib.auth.models import Permission
from django.urls import NoReverseMatch, reverse

from games.models import FailedAttempt, GameStatus, JobStatus, PlayJob
from tests.tournaments.builders import games_of, jobs_of, make_bot, make_tournament, play_all, statuses_of
from tests.tournaments.entry_builders import get_user, make_open_play, submit_records
from tournaments import tasks
from tournaments.entries import entered_game_withdraw
from tournaments.models import EnteredGame, Tournament, TournamentStatus
from tournaments.play.leases import leases_claim, leases_fail

pytestmark = pytest.mark.django_db(transaction=True)


def act(client, action, *tournaments):
    return client.post(
        reverse("admin:tournaments_tournament_changelist"),
        {"action": action, "_selected_action": [tournament.pk for tournament in tournaments]},
        follow=True,
    ).content.decode()


def make_form(**fields):
    bots = [make_bot("ann"), make_bot("bob")]
    return {
        "name": "Open",
        "ruleset": "race@1",
        "bots": [bot.pk for bot in bots],
        "seats": 2,
        "deals": 2,
        "rotation": "cyclic",
        "format": "round_robin",
        "submitted_games": "refused",
        "options": "{}",
    } | fields


def test_a_tournament_is_planned_by_a_form(admin_client, admin_user):
    admin_client.post(reverse("admin:tournaments_tournament_add"), make_form())

    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.status) == ("Open", TournamentStatus.DRAFT)
    assert tournament.created_by == admin_user
    assert tournament.planned_games.count() == 4


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seats": 3}, "There are fewer entrants than seats at a table."),
        ({"options": '{"laps": 0}'}, "The options are not valid for this ruleset."),
        ({"deals": 0}, "A match needs at least one deal."),
    ],
)
def test_a_form_that_cannot_be_played_is_refused_with_a_sentence(admin_client, fields, sentence):
    page = admin_client.post(
        reverse("admin:tournaments_tournament_add"), make_form(**fields)
    ).content.decode()

    assert sentence in page
    assert not Tournament.objects.exists()


def test_tournaments_are_started_and_cancelled_by_actions(admin_client):
    tournament = make_tournament(start=False)

    assert "Started Open." in act(admin_client, "start", tournament)
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.RUNNING

    assert "Cancelled Open." in act(admin_client, "cancel", tournament)
    assert {game.status for game in games_of(tournament)} == {GameStatus.VOIDED}


def test_a_refused_action_shows_the_reason(admin_client):
    page = act(admin_client, "start", play_all(make_tournament()))

    assert "The tournament has already been started." in page


def test_stuck_games_are_retried_by_an_action(admin_client):
    tournament = make_tournament()
    jobs_of(tournament).update(status=JobStatus.STUCK)

    act(admin_client, "retry", tournament)

    assert set(statuses_of(tournament)) == {JobStatus.WAITING}


def test_a_tournament_page_of_the_admin_shows_progress_and_links_to_its_page(admin_client):
    tournament = make_tournament()
    page = admin_client.get(
        reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    ).content.decode()

    assert "0 of 2 games finished" in page
    assert reverse("tournament", args=[tournament.pk]) in page


def test_a_planned_tournament_cannot_be_edited(admin_client):
    tournament = make_tournament(start=False)
    address = reverse("admin:tournaments_tournament_change", args=[tournament.pk])

    assert admin_client.post(address, make_form(name="Renamed")).status_code == 403
    tournament.refresh_from_db()
    assert tournament.name == "Open"


def test_only_drafts_can_be_deleted(admin_client):
    draft, started = make_tournament(start=False), make_tournament()

    for tournament in (draft, started):
        admin_client.post(
            reverse("admin:tournaments_tournament_delete", args=[tournament.pk]), {"post": "yes"}
        )
    assert list(Tournament.objects.all()) == [started]


def test_jobs_and_failed_attempts_are_shown_without_tokens_and_cannot_be_changed(admin_client):
    first, _ = leases_claim(make_tournament().pk, worker="box:7", limit=2)
    tokens = [str(token) for token in PlayJob.objects.values_list("token", flat=True)]
    leases_fail([first], reason="the disk is full")
    attempt = FailedAttempt.objects.get()

    shown = [
        admin_client.get(reverse(f"admin:games_{name}", args=args)).content.decode()
        for name, args in (
            ("playjob_changelist", []),
            ("playjob_change", [first.game_id]),
            ("failedattempt_changelist", []),
            ("failedattempt_change", [attempt.pk]),
        )
    ]

    assert all("box:7" in page and "the disk is full" in page for page in shown)
    assert not any(token in page for token in tokens for page in shown)
    for address in (
        reverse("admin:games_playjob_change", args=[first.game_id]),
        reverse("admin:games_failedattempt_change", args=[attempt.pk]),
    ):
        assert admin_client.post(address, {"worker": "me"}).status_code == 403


def test_a_planned_game_retried_in_the_admin_is_dispatched_to_the_workers(admin_client, monkeypatch):
    sent = []
    tournament = make_tournament()
    jobs_of(tournament).update(status=JobStatus.STUCK)
    monkeypatch.setattr(tasks.play_planned_games, "apply_async", lambda args, **options: sent.append(args))

    form = {"action": "retry", "_selected_action": [jobs_of(tournament)[0].pk]}
    admin_client.post(reverse("admin:games_playjob_changelist"), form)

    assert statuses_of(tournament) == [JobStatus.WAITING, JobStatus.STUCK]
    assert sent == [(tournament.pk, sent[0][1])]


def test_plans_have_no_pages_of_their_own_in_the_admin():
    assert {model.__name__ for model in site._registry if model.__module__.startswith("tournaments.")} == {
        "EnteredGame",
        "Tournament",
        "Worker",
    }
    with pytest.raises(NoReverseMatch):
        reverse("admin:tournaments_plannedgame_changelist")


def test_open_play_is_planned_by_the_form_and_finished_by_an_action(admin_client):
    form = make_form(deals=1, format="open_play", submitted_games="exact")
    admin_client.post(reverse("admin:tournaments_tournament_add"), form)
    tournament = Tournament.objects.get()
    address = reverse("admin:tournaments_tournament_change", args=[tournament.pk])

    assert "open play" in admin_client.get(address).content.decode()
    assert "The tournament is not running." in act(admin_client, "finish", tournament)
    act(admin_client, "start", tournament)
    assert "Finished Open." in act(admin_client, "finish", tournament)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.submitted_games) == (TournamentStatus.FINISHED, "exact")


def test_a_form_for_open_play_without_submitted_games_is_refused(admin_client):
    form = make_form(deals=1, format="open_play")
    page = admin_client.post(reverse("admin:tournaments_tournament_add"), form).content.decode()

    assert "Open play has no planned games, so it must count submitted games." in page
    assert not Tournament.objects.exists()


def test_the_policy_of_submitted_games_is_changed_by_actions(admin_client):
    tournament = make_tournament()

    for action, policy in (("count_proven", "exact"), ("count_all", "legal"), ("count_none", "refused")):
        assert " in Open." in act(admin_client, action, tournament)
        tournament.refresh_from_db()
        assert tournament.submitted_games == policy
    assert "must count submitted games" in act(admin_client, "count_none", make_open_play())


def test_a_user_with_only_view_permission_cannot_change_the_policy(client, django_user_model):
    viewer = django_user_model.objects.create(username="viewer", is_staff=True)
    viewer.user_permissions.add(Permission.objects.get(codename="view_tournament"))
    client.force_login(viewer)
    tournament = make_tournament()

    act(client, "count_all", tournament)

    tournament.refresh_from_db()
    assert tournament.submitted_games == "refused"


def test_entered_games_are_shown_with_their_status_and_cannot_be_changed(admin_client):
    tournament = make_open_play()
    game_id = submit_records(tournament)[0].game_id
    entry = EnteredGame.objects.get()
    address = reverse("admin:tournaments_enteredgame_change", args=[entry.pk])

    listed = admin_client.get(reverse("admin:tournaments_enteredgame_changelist")).content.decode()
    assert f'href="{reverse("game", args=[game_id])}"' in listed
    assert "owner" in listed
    entered_game_withdraw(tournament, game_id=game_id, by=get_user("organiser"))
    assert "no: withdrawn by the organiser" in admin_client.get(address).content.decode()
    assert admin_client.post(address, {"withdrawn_at": ""}).status_code == 403
    assert admin_client.get(reverse("admin:tournaments_enteredgame_add")).status_code == 403

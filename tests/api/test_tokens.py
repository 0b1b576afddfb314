"""Tokens: created and shown once, stored as a hash, refused once expired or revoked."""

import logging
from datetime import timedelta
from hashlib import sha256
from io import StringIO

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from api.auth import token_create, token_revoke
from api.models import Token
from tests.api.client import SchemaClient, problem, user_named
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def ask(authorization: str, tournament: Tournament) -> tuple[int, str]:
    client = SchemaClient()
    response = client.post(f"/api/v1/tournaments/{tournament.pk}/start/", HTTP_AUTHORIZATION=authorization)
    return (200, "") if response.status_code == 200 else problem(response)


def test_only_the_hash_of_a_secret_is_stored():
    issued = token_create(owner=user_named("organiser"), name="laptop")

    row = Token.objects.values().get()
    assert bytes(row["digest"]) == sha256(issued.secret.encode()).digest()
    assert not any(isinstance(value, str) and issued.secret in value for value in row.values())
    assert row["prefix"] == issued.secret[:12]


def test_a_secret_starts_with_rodeo_and_is_too_long_to_guess():
    secrets = {token_create(owner=user_named("organiser"), name="x").secret for _ in range(20)}

    assert len(secrets) == 20
    assert all(secret.startswith("rodeo_") and len(secret) == 49 for secret in secrets)


def test_a_secret_does_not_show_itself_when_printed():
    issued = token_create(owner=user_named("organiser"), name="x")

    assert issued.secret not in f"{issued} {issued!r} {issued.token}"


def test_a_good_token_acts_for_its_owner(tournament: Tournament):
    secret = token_create(owner=user_named("organiser"), name="x").secret

    assert ask(f"bearer {secret}", tournament) == (200, "")


@pytest.mark.parametrize(
    "authorization",
    [
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer rodeo_",
        "Bearer rodeo_é",
        "Bearer rodeo_" + "x" * 43,
        "Bearer rodeo_" + "x" * 5000,
    ],
)
def test_an_invalid_token_is_refused(authorization: str, tournament: Tournament):
    assert ask(authorization.encode().decode("latin-1"), tournament) == (401, "invalid_token")


@pytest.mark.parametrize("authorization", ["", "Basic eDp5", "Token rodeo_x"])
def test_other_schemes_authenticate_no_client(authorization: str, tournament: Tournament):
    assert ask(authorization, tournament) == (401, "not_authenticated")


def test_a_wrong_token_is_refused_even_where_none_is_needed():
    response = SchemaClient().get("/api/v1/bots/", HTTP_AUTHORIZATION="Bearer rodeo_wrong")

    assert problem(response) == (401, "invalid_token")
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="rodeo"'


def test_an_expired_token_is_refused(tournament: Tournament):
    past = timezone.now() - timedelta(seconds=1)
    secret = token_create(owner=user_named("organiser"), name="x", expires_at=past).secret

    assert ask(f"Bearer {secret}", tournament) == (401, "invalid_token")


def test_a_token_that_has_not_expired_is_accepted(tournament: Tournament):
    future = timezone.now() + timedelta(minutes=1)
    secret = token_create(owner=user_named("organiser"), name="x", expires_at=future).secret

    assert ask(f"Bearer {secret}", tournament) == (200, "")


def test_a_revoked_token_is_refused_and_keeps_its_time(tournament: Tournament):
    issued = token_create(owner=user_named("organiser"), name="x")
    token_revoke(issued.token)
    first = issued.token.revoked_at
    token_revoke(issued.token)

    assert issued.token.revoked_at == first
    assert ask(f"Bearer {issued.secret}", tournament) == (401, "invalid_token")


def test_the_token_of_an_inactive_user_is_refused(tournament: Tournament):
    owner = user_named("organiser")
    secret = token_create(owner=owner, name="x").secret
    owner.is_active = False
    owner.save()

    assert ask(f"Bearer {secret}", tournament) == (401, "invalid_token")


def test_a_secret_is_in_no_log(tournament: Tournament, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    secret = token_create(owner=user_named("organiser"), name="x").secret
    ask(f"Bearer {secret}", tournament)
    ask(f"Bearer {secret}y", tournament)

    assert secret not in caplog.text


class TestCommand:
    def test_prints_only_the_secret_to_standard_output(self, tournament: Tournament):
        out, err = StringIO(), StringIO()
        call_command("create_token", "organiser", name="ci", stdout=out, stderr=err)
        secret = out.getvalue().strip()

        assert ask(f"Bearer {secret}", tournament) == (200, "")
        assert secret not in err.getvalue()
        assert Token.objects.get().name == "ci"

    def test_a_token_may_expire(self):
        user_named("organiser")
        call_command("create_token", "organiser", days=2, stdout=StringIO(), stderr=StringIO())

        expires_at = Token.objects.get().expires_at
        assert expires_at is not None
        assert timedelta(days=1) < expires_at - timezone.now() < timedelta(days=2)

    @pytest.mark.parametrize("days", [0, -1, 10_000])
    def test_wrong_days_are_refused(self, days: int):
        user_named("organiser")

        with pytest.raises(CommandError, match="--days"):
            call_command("create_token", "organiser", days=days)

    def test_an_unknown_user_is_named(self):
        with pytest.raises(CommandError, match="no user named 'nobody'"):
            call_command("create_token", "nobody")


class TestAdmin:
    def test_shows_the_secret_once_in_a_response_that_is_not_stored(
        self, admin_client: Client, tournament: Tournament
    ):
        response = admin_client.post(
            reverse("admin:api_token_add"), {"name": "laptop", "owner": user_named("organiser").pk}
        )
        token = Token.objects.get()
        page = response.content.decode()
        secret = page.partition('<code id="secret">')[2].partition("</code>")[0]

        assert ask(f"Bearer {secret}", tournament) == (200, "")
        assert "no-store" in response.headers["Cache-Control"]
        for address in (
            reverse("admin:api_token_changelist"),
            reverse("admin:api_token_change", args=[token.pk]),
            reverse("admin:api_token_history", args=[token.pk]),
            reverse("admin:index"),
        ):
            assert secret not in admin_client.get(address).content.decode()

    def test_nothing_about_a_token_can_be_edited_or_deleted(self, admin_client: Client):
        token = token_create(owner=user_named("organiser"), name="x").token

        assert (
            admin_client.post(reverse("admin:api_token_change", args=[token.pk]), {"name": "y"}).status_code
            == 403
        )
        assert (
            admin_client.post(reverse("admin:api_token_delete", args=[token.pk]), {"post": "yes"}).status_code
            == 403
        )

    def test_revokes_the_chosen_tokens(self, admin_client: Client, tournament: Tournament):
        issued = token_create(owner=user_named("organiser"), name="x")
        admin_client.post(
            reverse("admin:api_token_changelist"), {"action": "revoke", "_selected_action": [issued.token.pk]}
        )

        assert ask(f"Bearer {issued.secret}", tournament) == (401, "invalid_token")

    def test_only_superusers_create_tokens_for_other_users(self, client: Client):
        clerk = user_named("clerk", is_staff=True)
        clerk.user_permissions.add(Permission.objects.get(codename="add_token"))
        client.force_login(clerk)
        victim = user_named("root", is_staff=True)

        client.post(reverse("admin:api_token_add"), {"name": "laptop", "owner": victim.pk})

        assert Token.objects.get().owner == clerk

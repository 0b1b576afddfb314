"""
Before a game is over no road leads to a face-down chip, or to what another seat has peeked at.

Two games are stored that are alike but for the chips that no seat has flipped: wherever anything of the games is shown,
to whomever, the two must read the same. The hash of a private event differs, as the record format wants it.
"""

import io
import json
import logging
import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from api.auth import token_create
from engine.core import VerdictStatus
from engine.rulesets.goldgraeber import GOLDGRAEBER
from games.event_store import game_void
from games.models import Game
from games.queries import game_events, logged_events
from games.verification import game_frames, verify_game
from games.verification.replay import resume_game
from tests.games.factories import kept_seed, secret_number
from tests.games.goldgraeber_games import Laid, chips_of, flipped_sites, played, scheduled, stored
from tests.games.tampering import change_event

pytestmark = pytest.mark.django_db

NUMBER = 3
HALF = 130
ROLES = ("visitor", "user", "staff")
API_ROADS = (
    *("", "events/?limit=500", "record/", "frames/?first=0&last=40", "verify/"),
    *(f"frames/?first={HALF - 40}&last={HALF}", "events/?limit=50&cursor=nonsense", "frames/?first=x"),
)


@pytest.fixture(scope="module", autouse=True)
def _distinct_ids(kept_rows: None) -> None:
    """Give the games ids that differ from all numbers of events."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_game ALTER COLUMN id RESTART WITH 8000000")


def turned_round() -> tuple[Game, Game]:
    """Return two unfinished games that differ only in the chips that no seat has flipped."""
    chips = list(chips_of(NUMBER))
    one = scheduled()
    log = played(one, Laid(secret_number(NUMBER), chips), events=HALF)
    hidden = sorted(set(range(len(chips))) - flipped_sites(log))
    other_chips = list(chips)
    for site, source in zip(hidden, [*hidden[7:], *hidden[:7]], strict=True):
        other_chips[site] = chips[source]
    other = scheduled()
    other_log = played(other, Laid(secret_number(NUMBER), other_chips), events=HALF)
    assert [event.kind for event in log] == [event.kind for event in other_log]
    differing = [
        event.kind for event, twin in zip(log, other_log, strict=True) if event.payload != twin.payload
    ]
    assert len(differing) > 2
    assert set(differing) == {"chips_peeked"}
    return stored(one, log), stored(other, other_log)


@pytest.fixture(scope="module")
def twins(_distinct_ids: None) -> tuple[Game, Game]:
    """Two such games, stored once because no request changes them."""
    return turned_round()


@pytest.fixture(scope="module")
def dealt(_distinct_ids: None) -> Game:
    """An unfinished game whose chips are dealt from a stored seed."""
    game = scheduled(seed=kept_seed(NUMBER))
    return stored(game, played(game, Laid(secret_number(NUMBER), chips_of(NUMBER)), events=HALF))


def client_of(role: str) -> tuple[Client, dict[str, str]]:
    """Return a client that is logged in as the role, and the headers that show its token."""
    client = Client()
    if role == "visitor":
        return client, {}
    user = get_user_model().objects.create_user(
        role, f"{role}@example.org", "secret", is_staff=role == "staff", is_superuser=role == "staff"
    )
    client.force_login(user)
    secret = token_create(owner=user, name="a test's").secret
    return client, {"Authorization": f"Bearer {secret}"}


def api_answers(client: Client, headers: dict[str, str], game: Game) -> list[Any]:
    answers = [client.get(f"/api/v1/games/{game.pk}/{road}", headers=headers) for road in API_ROADS]
    answers.append(client.get("/api/v1/games/", headers=headers))
    answers.append(client.post(f"/api/v1/games/{game.pk}/verify/", headers=headers))
    return answers


def pages(client: Client, headers: dict[str, str], game: Game) -> list[Any]:
    steps = (0, HALF // 2, HALF - 1, HALF)
    shown = [client.get(reverse("game", args=[game.pk]), {"step": step}) for step in steps]
    shown += [
        client.get(reverse("game_frames", args=[game.pk]), {"from": first, "to": first + 49})
        # The frames of a step are drawn alike for every role: the whole game for one, its end for all.
        for first in (range(0, HALF, 50) if not headers else (HALF - 20,))
    ]
    for seat in range(3):
        shown.append(client.get(reverse("game", args=[game.pk]), {"step": HALF, "seat": seat}))
        frames = {"from": HALF - 9, "to": HALF, "seat": seat}
        shown.append(client.get(reverse("game_frames", args=[game.pk]), frames))
    shown.append(client.get(reverse("game_record", args=[game.pk])))
    return shown


def admin_pages(client: Client, headers: dict[str, str], game: Game) -> list[Any]:
    address = reverse("admin:games_game_change", args=[game.pk])
    return [client.get(address, {"log": number}) for number in (1, 2, 3)]


ROADS = {"api": api_answers, "pages": pages, "admin": admin_pages}


def responses(road: str, client: Client, headers: dict[str, str], game: Game) -> list[str]:
    """Return the responses of one interface about a game for a role."""
    return [b"".join(answer).decode() for answer in ROADS[road](client, headers, game)]


def plain(text: str) -> str:
    """Return a text without the game's id, times, hashes and form tokens."""
    text = re.sub(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{16}\b|\b[0-9a-f]{8,12}…", "HASH", text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00:00)?", "TIME", text)
    text = re.sub(r"\d{1,2} [A-Z][a-z]+ \d{4}, [\d:]+ UTC", "TIME", text)
    text = re.sub(r'(csrfmiddlewaretoken" value=|csrf_token":)"[^"]+"', "CSRF", text)
    text = re.sub(r'value="\d+" id="id_seating', "SEAT", text)
    return re.sub(r"\b8000\d\d\d\b", "GAME", text)


def fields_peeked(log) -> list[str]:
    return [event.payload for event in log if event.kind == "chips_peeked"]


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.sampled(2)
def test_responses_do_not_depend_on_hidden_chips(road, role, twins):
    client, headers = client_of(role)

    one_text, other_text = (responses(road, client, headers, game) for game in twins)
    assert one_text
    for text, twin in zip(one_text, other_text, strict=True):
        assert plain(text) == plain(twin)


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("role", ROLES)
def test_no_response_holds_the_data_of_a_peek(road, role, dealt):
    client, headers = client_of(role)
    text = "".join(responses(road, client, headers, dealt))

    peeks = fields_peeked(logged_events(dealt.pk))
    assert peeks
    assert not [payload for payload in peeks if payload in text]
    assert secret_number(NUMBER).hex() not in text


def test_an_exported_record_has_a_hash_in_place_of_a_peek(twins):
    game, _ = twins
    out = io.StringIO()
    call_command("export_game", str(game.pk), stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]

    log = logged_events(game.pk)
    for line, event in zip(lines[1:], log, strict=True):
        if event.kind == "chips_peeked":
            expected = {"seq": event.seq, "actor": "chance", "kind": event.kind, "hash": event.chain.hex()}
            assert line == expected
        else:
            assert line["data"] == json.loads(event.payload)


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_a_seat_sees_its_own_peeks_only(viewer, twins):
    game, _ = twins
    play = resume_game(game.pk)
    owners = {}
    for frame in game_frames(game.pk, 1, HALF).frames:
        owners[frame.event.seq] = frame.previous["turn_seat"]

    lines = game_events(game.pk, viewer=viewer)
    frames = game_frames(game.pk, 1, HALF, viewer=viewer).frames

    assert any(line.kind == "chips_peeked" and owners[line.seq] == viewer for line in lines)
    for line, frame in zip(lines, frames, strict=True):
        is_shown = line.kind != "chips_peeked" or owners[line.seq] == viewer
        assert (line.payload is not None) is is_shown
        assert frame.event.payload == line.payload
        assert line.digest is None
    for digger in frames[-1].position["diggers"]:
        shown = [peek["chip"] for peek in digger["peeks"] if peek["chip"] is not None]
        assert bool(shown) is (digger["seat"] == viewer and bool(digger["peeks"]))
    assert dict(frames[-1].position) == play.state.observation(viewer)


def test_no_verdict_reveals_what_the_seed_determines(caplog, dealt):
    """A changed chance event is found; the right one is in no verdict, page, response or log."""
    caplog.set_level(logging.DEBUG)
    game, log = dealt, logged_events(dealt.pk)
    step = next(event.seq for event in log if event.kind == "chip_flipped")
    dealt = json.loads(log[step - 1].payload)
    wrong = {"chip": {"gold": 1 if dealt["chip"] != {"gold": 1} else 2}, "field": dealt["field"]}
    change_event(game.pk, step, "payload", f"'{json.dumps(wrong, separators=(',', ':'))}'")

    verdict = verify_game(game.pk)
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_games", str(game.pk), stdout=out, stderr=out)
    client, headers = client_of("staff")
    answers = "".join(text for road in ROADS for text in responses(road, client, headers, game))

    assert (verdict.status, verdict.step, verdict.code) == (VerdictStatus.DIVERGED, step, "chance_differs")
    assert verdict.details == {}
    for text in (out.getvalue(), caplog.text, answers):
        assert log[step - 1].payload not in text
        assert "'expected'" not in text


def test_all_chips_are_shown_when_the_game_is_over():
    number = NUMBER + 1  # no unfinished game is dealt from this seed
    game = scheduled(seed=kept_seed(number))
    log = played(game, Laid(secret_number(number), chips_of(number)))
    game = stored(game, log)
    client = Client()

    record = b"".join(client.get(f"/api/v1/games/{game.pk}/record/")).decode()
    events = [line.payload for line in game_events(game.pk)]
    frames = [frame.event.payload for frame in game_frames(game.pk, 1, game.head_seq).frames]

    assert fields_peeked(log)
    assert all(payload in record for payload in fields_peeked(log))
    assert events == frames == [event.payload for event in log]
    assert secret_number(number).hex() in record
    peeks = [
        peek for digger in resume_game(game.pk).state.observation(None)["diggers"] for peek in digger["peeks"]
    ]
    assert all(peek["chip"] for peek in peeks)


def test_a_voided_game_is_over_too(twins):
    game, _ = twins
    game_void(game_id=game.pk, reason="a test")

    assert all(line.payload is not None for line in game_events(game.pk))


@pytest.mark.parametrize("tactical", [False, True])
def test_no_description_of_the_ruleset_holds_a_deal(tactical):
    """Rulesets, the schema and its examples do not depend on stored games."""
    roads = ("/api/v1/rulesets/", "/api/v1/rulesets/goldgraeber@1/", "/api/v1/schema/?format=json")
    before = [Client().get(road).content for road in roads]
    game = scheduled(options={"tactical": tactical}, seed=kept_seed(NUMBER))
    stored(game, played(game, Laid(secret_number(NUMBER), chips_of(NUMBER)), events=80))

    assert [Client().get(road).content for road in roads] == before
    assert GOLDGRAEBER.private_kinds == {"chips_peeked"}

"""Parents of imported forks: forks are linked to the games they continue in any order of import, and to no others."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Barrier, local

import orjson
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from engine.core import ForfeitReason, RecordForm, VerdictStatus
from games.event_store import game_void
from games.forks import forks_list
from games.import_export import (
    forks_link_parents,
    game_import,
    record_imports,
    records_submit,
    submitter_bots,
)
from games.models import Game, GameOrigin
from games.queries import game_get, game_record_lines, logged_events
from games.verification import verify_game
from tests.games.factories import finished_game, kept_seed
from tests.games.records import packed
from tests.games.tampering import change_event, change_game, forget_games
from tests.games.test_forks import STEP, ended, forked

pytestmark = pytest.mark.django_db


def record_text(game: Game) -> bytes:
    return b"".join(game_record_lines(game.pk))


@cache
def a_family(step: int = STEP) -> tuple[bytes, bytes]:
    """Return the records of a game and of its fork from elsewhere, the same each time."""
    parent = finished_game(seed=kept_seed(1))
    fork = ended(forked(parent, step))
    records = record_text(parent), record_text(fork)
    forget_games()
    return records


def import_one(text: bytes) -> Game:
    return game_get(game_import(text=text).game.pk)


@cache
def a_family_and_a_twin(*, shares_the_step: bool) -> tuple[bytes, bytes, bytes]:
    """Return the records of a game, of its fork, and of a game with the same header in which a seat forfeits."""
    twin = finished_game(seats=3, seed=kept_seed(1), forfeit=ForfeitReason.TIMEOUT)
    step = next(event.seq for event in logged_events(twin.pk) if event.kind == "seat_forfeited")
    otherwise = record_text(twin)
    forget_games()
    parent = finished_game(seats=3, seed=kept_seed(1))
    fork = ended(forked(parent, step - 1 if shares_the_step else step))
    records = record_text(parent), record_text(fork), otherwise
    forget_games()
    return records


def without_seeds(text: bytes) -> bytes:
    """Return a record without seeds: its import does not wait for another import that stores the same seed."""
    *lines, trailer = text.splitlines(keepends=True)
    return b"".join([*lines, b'{"head":"%s"}\n' % orjson.loads(trailer)["head"].encode()])


@pytest.mark.parametrize("step", [0, STEP])
def test_a_fork_imported_after_its_parent_is_linked(step: int):
    parent, fork = (import_one(text) for text in a_family(step))

    assert (fork.parent_id, fork.parent_step, fork.origin) == (parent.pk, step, GameOrigin.IMPORTED)
    assert list(forks_list(parent.pk)) == [fork]
    assert verify_game(fork.pk).status is VerdictStatus.EXACT


@pytest.mark.parametrize("step", [0, STEP])
def test_a_fork_imported_before_its_parent_is_linked_when_the_parent_is_imported(step: int):
    theirs, ours = a_family(step)
    fork = import_one(ours)
    assert fork.parent_id is None

    parent = import_one(theirs)

    assert game_get(fork.pk).parent_id == parent.pk
    assert verify_game(fork.pk).status is VerdictStatus.EXACT
    assert record_text(game_get(fork.pk)) == ours


@pytest.mark.long
def test_a_family_is_linked_in_any_order_of_import():
    root = finished_game(seed=kept_seed(1))
    child = ended(forked(root))
    grandchild = ended(forked(child, STEP + 30, names="uvw"))
    sister = ended(forked(root, STEP + 30, names="rst"))
    early = ended(forked(child, STEP - 10, names="lmn"))  # nothing of the child's own log is in it
    texts = [record_text(game) for game in (root, child, grandchild, sister, early)]
    for order in (range(5), range(4, -1, -1), (2, 4, 0, 3, 1)):
        forget_games()
        ids = {number: import_one(texts[number]).pk for number in order}

        parents = [game_get(ids[number]).parent_id for number in range(5)]
        assert parents == [None, ids[0], ids[1], ids[0], ids[0]]


def test_a_game_with_other_events_before_the_step_is_not_linked():
    theirs, ours, otherwise = a_family_and_a_twin(shares_the_step=False)
    stranger = import_one(otherwise)
    fork = import_one(ours)
    assert fork.parent_id is None

    parent = import_one(theirs)

    assert bytes(stranger.header_hash) == bytes(parent.header_hash)
    assert [game.pk for game in forks_list(parent.pk)] == [fork.pk]


def test_a_voided_game_is_not_linked_as_a_parent():
    theirs, ours = a_family()
    parent = import_one(theirs)
    game_void(game_id=parent.pk, reason="a test")

    assert import_one(ours).parent_id is None


def test_a_game_with_a_changed_log_is_not_linked_as_a_parent():
    theirs, ours = a_family()
    parent = import_one(theirs)
    change_event(parent.pk, 7, "payload", """'{"position":9}'""")

    assert import_one(ours).parent_id is None


def test_a_changed_row_does_not_prevent_an_import():
    theirs, ours = a_family()
    parent = import_one(theirs)
    change_game(parent.pk, "options", "{")

    assert import_one(ours).parent_id is None


def test_a_submitted_game_is_linked_only_if_there_is_no_other():
    theirs, ours, twin = a_family_and_a_twin(shares_the_step=True)
    user = User.objects.create_user("ida")
    bots = submitter_bots(user, {})
    (submission,) = records_submit(texts=[theirs], form=RecordForm.LINES, by=user, bots=bots)
    fork = import_one(ours)
    assert fork.parent_id == submission.game_id

    change_game(fork.pk, "parent_id", None)
    other = import_one(twin)  # the same up to the step, and not submitted
    assert game_get(fork.pk).parent_id == other.pk


@pytest.mark.django_db(transaction=True)
def test_concurrent_imports_of_a_fork_and_its_parent_link_them(monkeypatch: pytest.MonkeyPatch):
    records = [without_seeds(text) for text in a_family()]
    barrier, seen = Barrier(2), local()

    def join(game_ids: Iterable[int]) -> list[int]:
        if not hasattr(seen, "before"):
            seen.before = True
            barrier.wait(10)  # neither transaction has been committed: they do not see each other
        return forks_link_parents(game_ids)

    def import_text(text: bytes) -> int:
        try:
            return game_import(text=text).game.pk
        finally:
            connection.close()

    monkeypatch.setattr(record_imports, "forks_link_parents", join)
    with ThreadPoolExecutor(2) as pool:
        parent, fork = pool.map(import_text, records)

    assert game_get(fork).parent_id == parent


@pytest.mark.django_db(transaction=True)
def test_an_import_links_forks_left_by_a_killed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "games.ndjson").write_bytes(b"".join(packed(text) for text in a_family()))
    with monkeypatch.context() as patched:
        patched.setattr(record_imports, "forks_link_parents", lambda game_ids: [])
        for text in (tmp_path / "games.ndjson").read_bytes().splitlines():
            (tmp_path / "one.ndjson").write_bytes(text)
            patched.setattr("games.management.commands.import_games.forks_link_parents", list)
            call_command("import_games", tmp_path / "one.ndjson", "--processes", "1")
    assert not Game.objects.filter(parent__isnull=False).exists()

    call_command("import_games", tmp_path / "games.ndjson", "--processes", "1")

    assert Game.objects.filter(parent__isnull=False).count() == 1


def test_page_and_api_show_a_linked_fork_and_its_parent(client: Client):
    parent, fork = (import_one(text) for text in a_family())

    page = client.get(reverse("game", args=[fork.pk])).content.decode()
    theirs = client.get(reverse("game", args=[parent.pk])).content.decode()
    data = client.get(f"/api/v1/games/{fork.pk}/").json()
    listed = client.get(f"/api/v1/games/{parent.pk}/forks/").json()["results"]

    assert f'href="{reverse("game", args=[parent.pk])}?step={STEP}"' in page
    assert "not kept here" not in page
    assert reverse("game", args=[fork.pk]) in theirs
    assert (data["parent"], data["parent_step"]) == (parent.pk, STEP)
    assert [game["id"] for game in listed] == [fork.pk]

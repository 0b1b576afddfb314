"""Export and import of records."""

import orjson
import pytest

from engine.core import (
    ForfeitReason,
    UnreadableRecord,
    VerdictStatus,
    canonical,
    commitment,
    hash_event,
    parse_record,
    verify_record,
)
from engine.rulesets.moon_river import MOON_RIVER
from games.errors import RecordRefused
from games.event_store import Appending, chunk_append, game_void
from games.import_export import game_import
from games.models import Event, Game, GameOrigin, GameSeed, GameStatus, GameVerdict
from games.queries import game_record_lines, logged_events
from games.verification import verify_game
from tests.games.factories import (
    finished_game,
    kept_seed,
    log_of,
    running_game,
    scheduled_game,
    scheduled_games,
    secret_number,
)
from tests.games.records import record

pytestmark = pytest.mark.django_db


def exported(game: Game) -> bytes:
    """A stored game's record."""
    return b"".join(game_record_lines(game.pk))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_exported_record_is_exact(seats):
    game = finished_game(seats=seats)

    verdict = verify_record(parse_record(exported(game)))

    assert verdict.status is VerdictStatus.EXACT
    assert verdict.head == bytes(game.head_hash)


def test_every_line_of_an_export_is_canonical():
    for line in exported(finished_game()).splitlines():
        assert canonical(orjson.loads(line)) == line


def test_the_hashes_can_be_computed_from_the_lines_alone():
    game = finished_game()

    header, *events, trailer = exported(game).splitlines()

    head = hash_event(b"", header)
    for event in events:
        head = hash_event(head, event)
    assert orjson.loads(trailer)["head"] == head.hex()


def test_an_unfinished_game_s_record_has_no_trailer():
    game = running_game(10)

    lines = exported(game).splitlines()

    assert len(lines) == 11
    assert not any(b'"head"' in line or b'"seed"' in line for line in lines)


def test_the_trailer_has_the_seed_only_if_it_is_public():
    games = scheduled_games(2, seed=kept_seed(1))
    log = log_of(games[0])

    chunk_append(chunk=[Appending(games[0].pk, 0, log)])
    assert "seed" not in orjson.loads(exported(games[0]).splitlines()[-1])

    chunk_append(chunk=[Appending(games[1].pk, 0, log)])
    assert orjson.loads(exported(games[0]).splitlines()[-1])["seed"] == secret_number(1).hex()


def test_private_events_are_replaced_by_their_hash_until_the_game_is_over(monkeypatch):
    game = running_game(60)
    log = logged_events(game.pk)
    monkeypatch.setattr(type(MOON_RIVER), "private_kinds", frozenset({"saloon_filled"}))

    header, *events = exported(game).splitlines()

    head = hash_event(b"", header)
    for event, line in zip(log, events, strict=True):
        shown = orjson.loads(line)
        if event.kind == "saloon_filled":
            assert shown == {
                "seq": event.seq,
                "actor": "chance",
                "kind": event.kind,
                "hash": event.chain.hex(),
            }
            head = bytes.fromhex(shown["hash"])
        else:
            head = hash_event(head, line)
    assert head == bytes(game.head_hash)


def test_an_imported_game_has_the_contents_of_its_record():
    imported = game_import(text=record(seats=3))

    game = imported.game
    assert imported.is_new
    assert (game.origin, game.status, game.verdict) == (
        GameOrigin.IMPORTED,
        GameStatus.FINISHED,
        GameVerdict.EXACT,
    )
    assert exported(game) == record(seats=3)
    assert [seat.player for seat in game.seating.order_by("number")] == ["ann", "ben", "cleo"]
    assert {seat.place for seat in game.seating.all()} >= {1}
    assert verify_game(game.pk).status is VerdictStatus.EXACT


@pytest.mark.parametrize("committed", [True, False])
def test_a_record_without_a_seed_is_chance_unproven(committed):
    imported = game_import(text=record(with_seed=False, committed=committed))

    assert imported.verdict.status is VerdictStatus.CHANCE_UNPROVEN
    assert imported.game.verdict == GameVerdict.CHANCE_UNPROVEN
    assert imported.game.seed is None
    assert verify_game(imported.game.pk).status is VerdictStatus.CHANCE_UNPROVEN


def test_a_record_with_a_commitment_to_a_secret_seed_reveals_nothing_of_it():
    scheduled_game(seed=kept_seed(1))

    imported = game_import(text=record(1, with_seed=False))

    assert imported.game.seed is None
    assert verify_game(imported.game.pk).status is VerdictStatus.CHANCE_UNPROVEN


def test_an_imported_seed_is_stored_as_revealed():
    game_import(text=record(1))

    seed = GameSeed.objects.get()
    assert seed.commitment == commitment(secret_number(1))
    assert seed.revealed_at is not None


def test_a_record_is_the_same_game_in_every_format():
    first = game_import(text=record())
    loose = b"\r\n".join(
        orjson.dumps(dict(reversed(orjson.loads(line).items()))).replace(b":", b" : ")
        for line in record().splitlines()
    )

    again = game_import(text=loose)

    assert (again.game, again.is_new) == (first.game, False)
    assert Game.objects.count() == 1


def test_the_record_of_a_game_played_here_is_that_game():
    game = finished_game()

    imported = game_import(text=exported(game))

    assert (imported.game, imported.is_new) == (game, False)


def test_a_record_voided_here_is_still_the_same_game():
    game = game_import(text=record()).game
    game_void(game_id=game.pk, reason="not allowed in this tournament")

    imported = game_import(text=record())

    assert (imported.game, imported.is_new) == (game, False)


def test_the_record_of_a_voided_game_is_imported_as_voided():
    game = finished_game(seed=kept_seed(1), forfeit=ForfeitReason.TIMEOUT)
    game_void(game_id=game.pk, reason="wrong bot")
    text = exported(game)
    Game.objects.update(head_hash=bytes(32))  # forget it

    imported = game_import(text=text)

    assert imported.is_new
    assert imported.game.status == GameStatus.VOIDED


def test_a_record_with_the_head_of_another_is_refused():
    game = finished_game()
    lines = exported(game).splitlines()
    other = record(2).splitlines()

    with pytest.raises(RecordRefused):
        game_import(text=b"\n".join([*other[:-1], lines[-1].split(b',"seed"')[0].rstrip(b"}") + b"}"]))


def changed(text: bytes, line: int, old: bytes, new: bytes) -> bytes:
    """The record with something replaced in one line (from 1)."""
    lines = text.splitlines()
    assert old in lines[line - 1], lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return b"\n".join(lines)


def test_a_record_that_breaks_a_rule_is_refused_with_the_step_and_not_stored():
    text = changed(record(), 5, b'"position":', b'"position":1')

    with pytest.raises(RecordRefused) as caught:
        game_import(text=text)

    assert caught.value.verdict.step == 4
    assert not Game.objects.exists()
    assert not Event.objects.exists()
    assert not GameSeed.objects.exists()


def test_a_record_whose_chance_events_differ_from_its_seed_is_refused():
    lines = record().splitlines()
    lines[1] = record(2).splitlines()[1]

    with pytest.raises(RecordRefused) as caught:
        game_import(text=b"\n".join(lines))

    assert (caught.value.verdict.step, caught.value.verdict.code) == (1, "chance_differs")


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff", b'{"record":2}', b"[]\n[]"])
def test_invalid_text_is_refused(text):
    with pytest.raises(UnreadableRecord):
        game_import(text=text)

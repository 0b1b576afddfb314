"""Sights: a follower of a game with private events costs a replay of the new events, and a cached sight is checked."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from engine.core import EngineError, LoggedEvent, Playthrough
from engine.core.replay import replay_event
from games.event_store import Appending, chunk_append, game_void
from games.models import Game
from games.queries import game_events, game_updates
from games.queries.visibility import sight_cache
from tests.games.factories import kept_seed, secret_number
from tests.games.goldgraeber_games import Laid, chips_of, played, scheduled, stored
from tests.games.tampering import flip_bit

pytestmark = pytest.mark.django_db

NUMBER = 3
HALF = 130


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    sight_cache.clear()
    yield
    sight_cache.clear()


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers of the events that are replayed."""
    seen: list[int] = []

    def noted(play: Playthrough, event: LoggedEvent) -> object:
        seen.append(event.seq)
        return replay_event(play, event)

    monkeypatch.setattr("engine.core.private_events.replay_event", noted)
    return seen


@pytest.fixture
def log() -> list[LoggedEvent]:
    game = scheduled(seed=kept_seed(NUMBER))
    return played(game, Laid(secret_number(NUMBER), chips_of(NUMBER)))


@pytest.fixture
def game(log: list[LoggedEvent]) -> Game:
    return stored(scheduled(seed=kept_seed(NUMBER)), log[:HALF])


def appended(game: Game, log: list[LoggedEvent], last: int) -> None:
    game.refresh_from_db()
    chunk_append(chunk=[Appending(game.pk, game.head_seq, log[game.head_seq : last])])


def peeks(log: list[LoggedEvent], first: int, last: int) -> list[int]:
    return [event.seq for event in log[first - 1 : last] if event.kind == "chips_peeked"]


def seen(game: Game, viewers: tuple[int, ...], after: int = 0) -> set[int]:
    """Return the numbers of the peeks that the seats see in full."""
    lines = game_updates(game.pk, after=after, viewers=viewers).lines
    return {line.seq for line in lines if line.kind == "chips_peeked" and line.payload is not None}


def test_each_event_is_replayed_once_for_all_viewers(game: Game, log: list[LoggedEvent], replayed: list[int]):
    before, after = peeks(log, 1, HALF), peeks(log, HALF + 1, HALF + 60)
    assert len(before) > 2
    assert len(after) > 2

    peeks_seen = [seen(game, (seat,)) for seat in range(3)]
    game_events(game.pk, viewer=1)
    assert sorted(set.union(*peeks_seen)) == before
    assert replayed == list(range(1, before[-1] + 1))

    for last in range(HALF + 10, HALF + 61, 10):
        appended(game, log, last)
        peeks_seen = [seen(game, (seat,), last - 10) for seat in range(3)]
        assert sorted(set.union(*peeks_seen)) == peeks(log, last - 9, last)
        assert seen(game, (0, 1, 2), last - 10) == set.union(*peeks_seen)

    assert replayed == list(range(1, after[-1] + 1))


def test_a_sight_of_events_that_were_rolled_back_is_not_used(game: Game, log: list[LoggedEvent]):
    expected = seen(game, (0,))
    with transaction.atomic():
        appended(game, log, HALF + 60)
        seen(game, (0,), HALF)
        transaction.set_rollback(True)

    assert seen(game, (0,)) == expected
    game_events(game.pk, viewer=0)


def test_a_cached_sight_of_another_log_is_not_used(game: Game, log: list[LoggedEvent]):
    other = scheduled(seed=kept_seed(NUMBER))
    stored(other, played(other, Laid(secret_number(NUMBER), chips_of(NUMBER + 1)), events=HALF))
    seen(other, (0,))
    expected = seen(game, (0,))
    kept = sight_cache.get(other.pk)
    assert kept is not None
    sight_cache.put(game.pk, kept)

    assert seen(game, (0,)) == expected


def test_a_seat_cannot_view_a_log_that_is_not_right(game: Game, log: list[LoggedEvent]):
    seen(game, (0,))
    appended(game, log, HALF + 60)
    flip_bit(game.pk, HALF + 1, "chain")

    with pytest.raises(EngineError):
        seen(game, (0,), HALF)
    assert seen(game, (), HALF) == set()


def test_a_game_that_is_over_is_read_without_a_replay(
    game: Game, log: list[LoggedEvent], replayed: list[int]
):
    game_void(game_id=game.pk, reason="a test")

    assert seen(game, (0,)) == set(peeks(log, 1, HALF))
    assert replayed == []

"""Live news: one listener, many that wait, and what happens when the connection or the process ends."""

import logging
import signal
import threading
import time

import pytest
from django.db import connection, transaction

from games.event_store.store import append
from games.realtime import Subject, Topic, Wake, notify_subject
from games.realtime import listener as live
from games.realtime.listener import APPLICATION_NAME
from games.realtime.stop_signals import StopSignals
from games.realtime.topics import CHANNEL
from tests.games.factories import log_of, scheduled_game
from tests.games.listening import Listener, elsewhere

GAME, OTHER = Topic(Subject.GAME, 7), Topic(Subject.GAME, 8)


@pytest.fixture
def there(transactional_db):
    kill(listening())  # a site that ran here may not have let go yet
    with elsewhere() as there:
        yield there


def listening():
    """Return the processes of the server that serve a listener on the test's database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s",
            [APPLICATION_NAME],
        )
        return [pid for (pid,) in cursor.fetchall()]


def kill(pids):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid, 5000) FROM unnest(%s::int[]) AS pid", [pids])


def test_an_append_wakes_who_waits_for_its_game(there):
    game = scheduled_game()
    listener = Listener(there, Topic(Subject.GAME, game.pk))

    append(game.pk, 0, log_of(game)[:5])

    assert listener.wait() is Wake.NOTIFIED


def test_news_wake_only_those_they_concern(there):
    concerned, other = Listener(there, GAME), Listener(there, OTHER)

    notify_subject(Subject.GAME, [GAME.id])

    assert concerned.wait() is Wake.NOTIFIED
    assert other.wait(0.0) is Wake.TIMEOUT


def test_many_subscribers_share_one_connection(there):
    listeners = [Listener(there, GAME) for _ in range(20)]

    notify_subject(Subject.GAME, [GAME.id])

    assert [listener.wait() for listener in listeners] == [Wake.NOTIFIED] * 20
    assert len(listening()) == 1


def test_topics_can_change_while_one_listens(there):
    listener = Listener(there, GAME)
    listener.news.topics = frozenset([OTHER])

    notify_subject(Subject.GAME, [OTHER.id])

    assert listener.wait() is Wake.NOTIFIED


def test_what_is_rolled_back_is_never_told(there):
    listener = Listener(there, GAME)

    with pytest.raises(RuntimeError), transaction.atomic():
        notify_subject(Subject.GAME, [GAME.id])
        raise RuntimeError
    notify_subject(Subject.GAME, [OTHER.id])

    assert listener.wait(0.1) is Wake.TIMEOUT


def test_news_that_came_while_nobody_waited_are_one_wake(there):
    listener, witness = Listener(there, GAME), Listener(there, OTHER)

    for _ in range(3):
        notify_subject(Subject.GAME, [GAME.id])
    notify_subject(Subject.GAME, [OTHER.id])
    witness.wait()

    assert listener.wait() is Wake.NOTIFIED
    assert listener.wait(0.0) is Wake.TIMEOUT


def test_who_has_read_since_a_mark_waits_if_nothing_was_heard_and_else_reads_again(there):
    witness = Listener(there, OTHER)
    since = live.checkpoint()

    assert Listener(there, GAME, since=since).wait(0.0) is Wake.TIMEOUT
    notify_subject(Subject.GAME, [OTHER.id])
    witness.wait()
    late = Listener(there, GAME, since=since)

    assert late.wait(0.0) is Wake.NOTIFIED
    notify_subject(Subject.GAME, [GAME.id])
    assert late.wait() is Wake.NOTIFIED


def test_a_mark_from_before_the_connection_is_no_promise(there):
    since = live.checkpoint()
    Listener(there, OTHER)

    assert Listener(there, GAME, since=since).wait(0.0) is Wake.NOTIFIED


def test_what_others_write_to_the_channel_is_logged_and_wakes_nobody(there, caplog):
    listener, witness = Listener(there, GAME), Listener(there, OTHER)

    with connection.cursor() as cursor, caplog.at_level(logging.WARNING, logger="games.realtime.listener"):
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, "game seven"])
        notify_subject(Subject.GAME, [OTHER.id])
        witness.wait()

    assert "game seven" in caplog.text
    assert listener.wait(0.0) is Wake.TIMEOUT


def test_a_lost_connection_is_made_anew_and_wakes_everybody(there):
    listener = Listener(there, GAME)
    before = listening()

    kill(before)

    assert listener.wait() is Wake.NOTIFIED
    (after,) = listening()
    assert after not in before
    notify_subject(Subject.GAME, [GAME.id])
    assert listener.wait() is Wake.NOTIFIED


def test_attempts_to_connect_go_on_and_one_may_subscribe_meanwhile(there, monkeypatch):
    connect, attempts = live._connect, []

    async def refused_twice():
        attempts.append(time.monotonic())
        if len(attempts) <= 2:
            raise live.psycopg.OperationalError("the server is starting up")
        return await connect()

    monkeypatch.setattr(live, "_connect", refused_twice)

    listener = Listener(there, GAME)

    assert len(attempts) == 3
    notify_subject(Subject.GAME, [GAME.id])
    assert listener.wait() is Wake.NOTIFIED


def test_the_listener_stops_when_nobody_is_left_and_starts_again(there, monkeypatch):
    monkeypatch.setattr(live, "_LINGER", 0.0)
    listener = Listener(there, GAME)
    assert listening()

    listener.leave()
    deadline = time.monotonic() + 5
    while listening() and time.monotonic() < deadline:
        time.sleep(0.01)

    assert not listening()
    there.is_listening = False
    again = Listener(there, GAME)
    assert listening()
    assert again.wait(0.0) is Wake.TIMEOUT


def test_who_comes_back_soon_finds_the_listener_still_there(there):
    listener = Listener(there, GAME)
    before = listening()

    listener.leave()
    manager = live.subscribe([GAME])
    there.run(manager.__aenter__())

    assert listening() == before


class TestStopSignals:
    def test_the_handler_that_was_there_is_called_after_ours(self, handled):
        signals = StopSignals(lambda: handled.append("ours"))
        signals.install()

        signal.raise_signal(signal.SIGTERM)

        assert handled == ["ours", "theirs"]
        signals.restore()

    def test_afterwards_all_is_as_it_was(self, handled):
        before = signal.getsignal(signal.SIGTERM)
        signals = StopSignals(lambda: handled.append("ours"))
        signals.install()
        signals.restore()

        signal.raise_signal(signal.SIGTERM)

        assert handled == ["theirs"]
        assert signal.getsignal(signal.SIGTERM) is before

    def test_a_handler_that_came_later_stays_and_ours_is_quiet(self, handled):
        signals = StopSignals(lambda: handled.append("ours"))
        signals.install()
        ours = signal.getsignal(signal.SIGTERM)
        signal.signal(signal.SIGTERM, lambda number, frame: [handled.append("later"), ours(number, frame)])
        signals.restore()

        signal.raise_signal(signal.SIGTERM)

        assert handled == ["later", "theirs"]

    def test_another_thread_than_the_main_one_asks_for_nothing(self, handled):
        before = signal.getsignal(signal.SIGTERM)
        thread = threading.Thread(target=StopSignals(lambda: None).install)
        thread.start()
        thread.join()

        assert signal.getsignal(signal.SIGTERM) is before

    def test_everybody_who_waits_is_told_that_the_process_is_closing(self, handled, there):
        listener = Listener(there, GAME)
        signals = StopSignals(lambda: there.loop.call_soon_threadsafe(live._listeners[there.loop].close))
        signals.install()

        signal.raise_signal(signal.SIGTERM)

        assert listener.wait() is Wake.CLOSING
        assert listener.wait() is Wake.CLOSING
        assert listener.news.is_closing
        signals.restore()


@pytest.fixture
def handled():
    """The calls of a handler that stands for a web server's own."""
    calls = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: calls.append("theirs"))
    yield calls
    signal.signal(signal.SIGTERM, before)

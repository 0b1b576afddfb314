"""Pub/sub: one listener, many subscribers, lost connections and stop signals."""

import logging
import signal
import threading
import time

import pytest
from django.db import connection, transaction

from games.realtime import Subject, Topic, Wake, notify_subject
from games.realtime import listener as live
from games.realtime.listener import APPLICATION_NAME
from games.realtime.stop_signals import StopSignals
from games.realtime.topics import CHANNEL
from tests.games.factories import game_append, log_of, scheduled_game
from tests.games.listening import Listener, elsewhere

GAME, OTHER = Topic(Subject.GAME, 7), Topic(Subject.GAME, 8)


@pytest.fixture
def there(transactional_db):
    kill(listening())  # a site that ran here may still have its connection
    with elsewhere() as there:
        yield there


def listening():
    """Return the server processes of listeners on the test's database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s",
            [APPLICATION_NAME],
        )
        return [pid for (pid,) in cursor.fetchall()]


def kill(pids):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid, 5000) FROM unnest(%s::int[]) AS pid", [pids])


def test_an_append_wakes_the_subscribers_of_its_game(there):
    game = scheduled_game()
    listener = Listener(there, Topic(Subject.GAME, game.pk))

    game_append(game_id=game.pk, expected_seq=0, events=log_of(game)[:5])

    assert listener.wait() is Wake.NOTIFIED


def test_a_notification_wakes_only_subscribers_of_its_topic(there):
    concerned, other = Listener(there, GAME), Listener(there, OTHER)

    notify_subject(Subject.GAME, [GAME.id])

    assert concerned.wait() is Wake.NOTIFIED
    assert other.wait(0.0) is Wake.TIMEOUT


def test_many_subscribers_share_one_connection(there):
    listeners = [Listener(there, GAME) for _ in range(20)]

    notify_subject(Subject.GAME, [GAME.id])

    assert [listener.wait() for listener in listeners] == [Wake.NOTIFIED] * 20
    assert len(listening()) == 1


def test_a_subscriber_can_change_its_topics(there):
    listener = Listener(there, GAME)
    listener.news.topics = frozenset([OTHER])

    notify_subject(Subject.GAME, [OTHER.id])

    assert listener.wait() is Wake.NOTIFIED


def test_a_transaction_that_is_rolled_back_notifies_nobody(there):
    listener = Listener(there, GAME)

    with pytest.raises(RuntimeError), transaction.atomic():
        notify_subject(Subject.GAME, [GAME.id])
        raise RuntimeError
    notify_subject(Subject.GAME, [OTHER.id])

    assert listener.wait(0.1) is Wake.TIMEOUT


def test_notifications_outside_of_a_wait_wake_once(there):
    listener, witness = Listener(there, GAME), Listener(there, OTHER)

    for _ in range(3):
        notify_subject(Subject.GAME, [GAME.id])
    notify_subject(Subject.GAME, [OTHER.id])
    witness.wait()

    assert listener.wait() is Wake.NOTIFIED
    assert listener.wait(0.0) is Wake.TIMEOUT


def test_the_first_wait_ends_at_once_if_a_notification_came_after_the_checkpoint(there):
    witness = Listener(there, OTHER)
    since = live.checkpoint()

    assert Listener(there, GAME, since=since).wait(0.0) is Wake.TIMEOUT
    notify_subject(Subject.GAME, [OTHER.id])
    witness.wait()
    late = Listener(there, GAME, since=since)

    assert late.wait(0.0) is Wake.NOTIFIED
    notify_subject(Subject.GAME, [GAME.id])
    assert late.wait() is Wake.NOTIFIED


def test_a_checkpoint_from_before_the_connection_ends_the_first_wait_at_once(there):
    since = live.checkpoint()
    Listener(there, OTHER)

    assert Listener(there, GAME, since=since).wait(0.0) is Wake.NOTIFIED


def test_an_unknown_payload_is_logged_and_wakes_nobody(there, caplog):
    listener, witness = Listener(there, GAME), Listener(there, OTHER)

    with connection.cursor() as cursor, caplog.at_level(logging.WARNING, logger="games.realtime.listener"):
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, "game seven"])
        notify_subject(Subject.GAME, [OTHER.id])
        witness.wait()

    assert "game seven" in caplog.text
    assert listener.wait(0.0) is Wake.TIMEOUT


def test_a_lost_connection_is_replaced_and_wakes_all_subscribers(there):
    listener = Listener(there, GAME)
    before = listening()

    kill(before)

    assert listener.wait() is Wake.NOTIFIED
    (after,) = listening()
    assert after not in before
    notify_subject(Subject.GAME, [GAME.id])
    assert listener.wait() is Wake.NOTIFIED


def test_the_listener_retries_to_connect_and_accepts_subscribers_meanwhile(there, monkeypatch):
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


def test_the_listener_stops_without_subscribers_and_starts_again(there, monkeypatch):
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


def test_the_listener_stays_for_a_subscriber_that_returns_soon(there):
    listener = Listener(there, GAME)
    before = listening()

    listener.leave()
    manager = live.subscribe([GAME])
    there.run(manager.__aenter__())

    assert listening() == before


class TestStopSignals:
    def test_the_previous_handler_is_called_after_the_callback(self, handled):
        signals = StopSignals(lambda: handled.append("ours"))
        signals.install()

        signal.raise_signal(signal.SIGTERM)

        assert handled == ["ours", "theirs"]
        signals.restore()

    def test_restore_installs_the_previous_handler(self, handled):
        before = signal.getsignal(signal.SIGTERM)
        signals = StopSignals(lambda: handled.append("ours"))
        signals.install()
        signals.restore()

        signal.raise_signal(signal.SIGTERM)

        assert handled == ["theirs"]
        assert signal.getsignal(signal.SIGTERM) is before

    def test_restore_keeps_a_handler_that_was_installed_later(self, handled):
        signals = StopSignals(lambda: handled.append("ours"))
        signals.install()
        ours = signal.getsignal(signal.SIGTERM)
        signal.signal(signal.SIGTERM, lambda number, frame: [handled.append("later"), ours(number, frame)])
        signals.restore()

        signal.raise_signal(signal.SIGTERM)

        assert handled == ["later", "theirs"]

    def test_a_thread_other_than_the_main_one_installs_nothing(self, handled):
        before = signal.getsignal(signal.SIGTERM)
        thread = threading.Thread(target=StopSignals(lambda: None).install)
        thread.start()
        thread.join()

        assert signal.getsignal(signal.SIGTERM) is before

    def test_a_stop_signal_wakes_all_subscribers(self, handled, there):
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
    """Yield the calls of a handler that stands for the web server's."""
    calls = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: calls.append("theirs"))
    yield calls
    signal.signal(signal.SIGTERM, before)

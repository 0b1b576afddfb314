"""Environment variables are read as typed values; an invalid one is reported in one sentence."""

import pytest

from config import env


@pytest.fixture
def variable(monkeypatch: pytest.MonkeyPatch):
    def set_to(value: str) -> env.Variable:
        monkeypatch.setenv("SOME_VARIABLE", value)
        return env.Variable("SOME_VARIABLE", "0", "For the tests.")

    return set_to


@pytest.mark.parametrize(
    ("word", "meaning"), [("1", True), ("yes", True), ("ON", True), ("0", False), ("false", False)]
)
def test_a_flag_accepts_the_usual_words(variable, word, meaning):
    assert env.read_flag(variable(word)) is meaning


def test_an_empty_variable_means_its_default(variable):
    assert env.read_flag(variable("  ")) is False


def test_a_flag_refuses_other_words_by_name(variable):
    with pytest.raises(env.EnvironmentInvalid, match="SOME_VARIABLE must be 1 or 0, not 'maybe'"):
        env.read_flag(variable("maybe"))


@pytest.mark.parametrize("word", ["-1", "99", "3.5", "eight", "٣"])
def test_a_number_outside_its_bounds_or_in_other_digits_is_refused(variable, word):
    with pytest.raises(env.EnvironmentInvalid, match="whole number from 0 to 90"):
        env.read_number(variable(word), 0, 90)


def test_a_list_is_split_at_commas_and_trimmed(variable):
    assert env.read_list(variable("rodeo.test, 127.0.0.1 ,,")) == ["rodeo.test", "127.0.0.1"]


def test_a_choice_ignores_case_and_its_error_lists_the_allowed_values(variable):
    assert env.read_choice(variable("info"), ("INFO", "ERROR")) == "INFO"
    with pytest.raises(env.EnvironmentInvalid, match="one of INFO, ERROR"):
        env.read_choice(variable("loud"), ("INFO", "ERROR"))


def test_a_database_url_is_parsed_with_escapes_undone():
    assert env.database_parameters("postgresql://us%40er:p%3Ass@db.test:6543/rodeo?sslmode=require") == {
        "host": "db.test",
        "port": "6543",
        "dbname": "rodeo",
        "user": "us@er",
        "password": "p:ss",
        "sslmode": "require",
    }


def test_a_database_url_may_name_a_socket_folder():
    assert env.database_parameters("postgresql://rodeo@/rodeo?host=%2Ftmp%2Fsockets") == {
        "host": "/tmp/sockets",
        "dbname": "rodeo",
        "user": "rodeo",
    }


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("sqlite:///db.sqlite3", "must start with postgresql://"),
        ("db.test/rodeo", "must start with postgresql://"),
        ("postgresql://db.test", "names no database"),
        ("postgresql://db.test:port/rodeo", "port that is not a number"),
        ("postgresql://db.test/rodeo?colour=red", "can't be read: .*colour"),
    ],
)
def test_an_unusable_database_url_is_refused(url, sentence):
    with pytest.raises(env.EnvironmentInvalid, match=sentence):
        env.database_parameters(url)


@pytest.mark.parametrize("url", ["memory://", "sqla+postgresql://x/y", "filesystem://", ""])
def test_brokers_that_lose_tasks_are_refused(url):
    with pytest.raises(env.EnvironmentInvalid, match="BROKER_URL must start with redis://"):
        env.broker_url(url)


@pytest.mark.parametrize(
    ("broker", "cache"),
    [
        ("redis://broker.test:6379/3", "redis://broker.test:6379/3"),
        ("redis+socket:///tmp/x/valkey.sock?virtual_host=2", "unix:///tmp/x/valkey.sock?db=2"),
        ("redis+socket:///tmp/x/valkey.sock", "unix:///tmp/x/valkey.sock?db=0"),
    ],
)
def test_the_cache_is_on_the_same_server_as_the_broker(broker, cache):
    assert env.cache_url(broker) == cache


def test_a_relative_data_folder_is_relative_to_the_checkout(monkeypatch):
    monkeypatch.setenv("DATA_FOLDER", "other/data")

    assert env.data_folder() == env.CHECKOUT / "other" / "data"

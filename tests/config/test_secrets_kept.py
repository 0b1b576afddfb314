"""Secrets of this machine are made once and readable by their owner only."""

from concurrent.futures import ThreadPoolExecutor

from config.secrets_kept import kept_secret


def test_a_secret_is_made_once_and_found_again(tmp_path):
    first = kept_secret(tmp_path / "data", "key")

    assert kept_secret(tmp_path / "data", "key") == first
    assert kept_secret(tmp_path / "data", "other") != first
    assert len(first) >= 40


def test_only_the_owner_can_read_a_secret(tmp_path):
    kept_secret(tmp_path / "data", "key")

    assert oct((tmp_path / "data" / "key").stat().st_mode & 0o777) == "0o600"
    assert oct((tmp_path / "data").stat().st_mode & 0o777) == "0o700"


def test_those_who_ask_at_the_same_time_get_the_same_secret(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: kept_secret(tmp_path, "key"), range(64)))

    assert len(found) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["key"]

"""Secrets are generated once and readable only by their owner."""

from concurrent.futures import ThreadPoolExecutor

from config.secrets_kept import load_or_create_secret


def test_a_secret_is_generated_once_and_loaded_afterwards(tmp_path):
    first = load_or_create_secret(tmp_path / "data", "key")

    assert load_or_create_secret(tmp_path / "data", "key") == first
    assert load_or_create_secret(tmp_path / "data", "other") != first
    assert len(first) >= 40


def test_only_the_owner_can_read_a_secret(tmp_path):
    load_or_create_secret(tmp_path / "data", "key")

    assert oct((tmp_path / "data" / "key").stat().st_mode & 0o777) == "0o600"
    assert oct((tmp_path / "data").stat().st_mode & 0o777) == "0o700"


def test_concurrent_callers_get_the_same_secret(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: load_or_create_secret(tmp_path, "key"), range(64)))

    assert len(found) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["key"]

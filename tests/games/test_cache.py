"""The LRU cache that the threads of a process share."""

from concurrent.futures import ThreadPoolExecutor

from games.db import Cache


def test_the_least_recently_used_value_is_evicted():
    cache = Cache[int, str](2)
    cache.put(1, "a")
    cache.put(2, "b")
    assert cache.get(1) == "a"

    cache.put(3, "c")

    assert (cache.get(1), cache.get(2), cache.get(3)) == ("a", None, "c")
    assert len(cache) == 2


def test_a_value_replaces_the_one_of_the_same_key_and_evicts_no_other():
    cache = Cache[int, str](2)
    cache.put(1, "a")
    cache.put(2, "b")

    cache.put(1, "c")

    assert (cache.get(1), cache.get(2)) == ("c", "b")


def test_a_dropped_key_is_gone_and_dropping_it_again_does_nothing():
    cache = Cache[int, str](2)
    cache.put(1, "a")

    cache.drop(1)
    cache.drop(1)

    assert cache.get(1) is None
    assert len(cache) == 0


def test_threads_share_it():
    cache = Cache[int, int](10)

    def work(start: int) -> None:
        for each in range(start, start + 2000):
            cache.put(each % 25, each)
            cache.get((each + 7) % 25)
            cache.drop((each + 3) % 25)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(8)))

    assert len(cache) <= 10

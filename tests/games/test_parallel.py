"""Process pool: each batch is mapped once, in order, with bounded memory."""

from collections.abc import Iterator

import pytest

from games.management.parallel import count_processors, map_in_processes


@pytest.mark.parametrize("amount", [0, 1, 2, 3, 7])
def test_one_process_maps_each_batch_once_and_in_order(amount):
    assert list(map_in_processes(abs, range(0, -amount, -1), processes=1)) == list(range(amount))


@pytest.mark.long
def test_several_processes_map_each_batch_once_in_order_and_read_lazily():
    taken: list[int] = []

    def batches() -> Iterator[int]:
        for number in range(40):
            taken.append(number)
            yield -number

    results = map_in_processes(abs, batches(), processes=2)
    first = [next(results) for _ in range(3)]

    assert len(taken) <= 3 + 2 * 2
    assert first + list(results) == list(range(40))


def test_a_machine_has_at_least_one_processor():
    assert count_processors() >= 1

"""The bots' generator: SplitMix64 with its published numbers, and one stream per decision."""

from engine.core import Generator

#: The first outputs of SplitMix64 from state 1234567, as published with the algorithm.
PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_generator_is_splitmix64():
    generator = Generator(1234567)

    assert [generator.bits() for _ in PUBLISHED] == PUBLISHED


def test_state_is_taken_modulo_2_64():
    assert Generator(2**64 + 5).bits() == Generator(5).bits()


def test_below_stays_below_and_reaches_every_number():
    generator = Generator(1)

    assert {generator.below(6) for _ in range(200)} == {0, 1, 2, 3, 4, 5}


def test_below_scales_the_64_bits():
    assert Generator(1234567).below(1000) == PUBLISHED[0] * 1000 >> 64


def test_random_stays_in_the_unit_interval():
    generator = Generator(2)
    drawn = [generator.random() for _ in range(500)]

    assert all(0.0 <= number < 1.0 for number in drawn)
    assert 0.4 < sum(drawn) / len(drawn) < 0.6


def test_choice_reaches_every_item():
    generator = Generator(3)

    assert {generator.choice("abc") for _ in range(100)} == {"a", "b", "c"}


def test_shuffle_keeps_the_items():
    items = list(range(50))
    Generator(4).shuffle(items)

    assert sorted(items) == list(range(50))
    assert items != list(range(50))


def test_split_gives_another_stream():
    generator = Generator(5)
    other = generator.split()

    assert [other.bits() for _ in range(3)] != [generator.bits() for _ in range(3)]


def test_the_same_decision_has_the_same_generator():
    seed = bytes(32)
    first, again = (Generator.for_decision(seed, 2, 40) for _ in range(2))

    assert [first.bits() for _ in range(5)] == [again.bits() for _ in range(5)]


def test_seed_seat_and_seq_each_change_the_generator():
    base = Generator.for_decision(bytes(32), 1, 12).bits()
    others = [
        Generator.for_decision(bytes([1] * 32), 1, 12).bits(),
        Generator.for_decision(bytes(32), 2, 12).bits(),
        Generator.for_decision(bytes(32), 1, 13).bits(),
        Generator.for_decision(bytes(32), 11, 2).bits(),
    ]

    assert base not in others
    assert len(set(others)) == 4

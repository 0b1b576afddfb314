"""The dealer (record format, "The dealer: from a seed to chance events"), against numbers computed elsewhere."""

import pytest

from engine.core import Dealer, commitment
from tests.engine.reference.naive_dealer import below, numbers, shuffle

SEED = bytes(range(32))
#: From ``sha256sum``: SHA-256 of the seed's 32 bytes.
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
#: From ``sha256sum``: SHA-256(seed + "plots" + 0x00 + eight zero bytes).
BLOCK_0_OF_PLOTS = "77619fbeccfeff320f563a48e5a0e1fd83ea0679ff764e340f5a79be900dd496"
#: The first twelve numbers of purpose "die".
DIE = [
    5295245882448963276,
    3865631867433390926,
    2109511602938941092,
    291490612861875738,
    7396645940637929121,
    2472692039868917662,
    17938771401394343595,
    17777238559233446061,
    13927776688667695272,
    4678112344438290472,
    6759104358671152493,
    5615922107156601111,
]


def test_commitment_is_the_sha_256_of_the_seed():
    assert commitment(SEED) == COMMITMENT


def test_block_is_four_big_endian_numbers_of_the_hash_of_seed_purpose_zero_and_index():
    wanted = [int(BLOCK_0_OF_PLOTS[i : i + 16], 16) for i in (0, 16, 32, 48)]
    dealer = Dealer(SEED)

    # 2^64 itself accepts every number and answers it unchanged
    assert [dealer.draw_number("plots", 2**64, i) for i in range(4)] == wanted


def test_the_stream_continues_from_block_to_block():
    dealer = Dealer(SEED)

    assert [dealer.draw_number("die", 2**64, i) for i in range(12)] == DIE


def test_below_rejects_numbers_from_the_largest_multiple_on():
    n = 2**63 + 1
    kept = [x for x in DIE if x < n]  # floor(2^64 / n) is 1: numbers from n on are rejected
    dealer = Dealer(SEED)

    assert len(kept) == 9
    assert [dealer.draw_number("die", n, i) for i in range(9)] == kept


def test_below_answers_the_number_modulo_n():
    dealer = Dealer(SEED)

    assert [dealer.draw_number("die", 6, i) for i in range(12)] == [x % 6 for x in DIE]


def test_below_one_takes_a_number_and_answers_zero():
    stream = numbers(SEED, "die")
    assert below(stream, 1) == 0
    assert next(stream) == DIE[1]
    assert Dealer(SEED).draw_number("die", 1, 0) == 0


def test_shuffle_swaps_from_the_last_index_down():
    items = ["a", "b", "c"]
    first, second = DIE[0] % 3, DIE[1] % 2
    items[2], items[first] = items[first], items[2]
    items[1], items[second] = items[second], items[1]

    assert list(Dealer(SEED).shuffle("die", ["a", "b", "c"])) == items


@pytest.mark.parametrize("purpose", ["plots", "partners", "rancheros", "scenario", "chips"])
@pytest.mark.parametrize("length", [0, 1, 2, 4, 20, 64, 96])
def test_shuffle_agrees_with_the_reference_implementation(purpose, length):
    items = list(range(length))

    assert list(Dealer(SEED).shuffle(purpose, items)) == shuffle(SEED, purpose, items)


def test_shuffle_does_not_change_its_argument():
    items = list(range(96))
    Dealer(SEED).shuffle("plots", items)

    assert items == list(range(96))


def test_an_answer_of_a_dealer_does_not_depend_on_earlier_calls():
    asked_late = Dealer(SEED)
    asked_late.shuffle("plots", range(96))
    asked_late.draw_number("die", 6, 7)
    asked_late.draw_number("die", 6, 2)

    assert asked_late.draw_number("die", 6, 5) == Dealer(SEED).draw_number("die", 6, 5)
    assert asked_late.shuffle("partners", range(20)) == Dealer(SEED).shuffle("partners", range(20))


def test_another_seed_deals_differently():
    other = bytes([1, *SEED[1:]])

    assert Dealer(other).shuffle("plots", range(96)) != Dealer(SEED).shuffle("plots", range(96))


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length):
    with pytest.raises(ValueError, match="32 bytes"):
        Dealer(bytes(length))


def test_a_dealer_does_not_show_its_seed():
    shown = repr(Dealer(SEED)) + str(Dealer(SEED))

    assert SEED.hex() not in shown
    assert repr(SEED) not in shown
    assert COMMITMENT in shown

"""Forks: a game that continues from a step of another one, its chain, its chance and its record."""

import json
from dataclasses import replace
from functools import cache
from hashlib import sha256
from io import BufferedReader, BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import (
    CHANCE,
    EngineError,
    ForfeitReason,
    Fork,
    Header,
    LoggedEvent,
    Playthrough,
    PrivateEvents,
    UnreadableRecord,
    VerdictStatus,
    commitment,
    pack_record,
    parse_record,
    resume,
    serialize_event,
    verify,
    verify_record,
    write_record,
)
from engine.core.record import Stretch
from engine.core.replay import iterate_frames
from engine.verify import check_stream
from tests.engine.core.forking import NEW, NEWER, OLD, TABLES, fork_game, header_of, play_to_end

EXACT, UNPROVEN, DIVERGED = VerdictStatus.EXACT, VerdictStatus.CHANCE_UNPROVEN, VerdictStatus.DIVERGED

#: The heads of forks at step 40 under a new seed: they change only with the format or the rules.
PINNED = {
    "moon-river@1": "8686c1589ebbaf7169e6cd2cfce2b901087dea2c4ba791d0ef1fe81416488037",
    "goldgraeber@1": "9dd527554315850e83261de4ed5dfe67552efa276852d5b5c875d3ea7f2c2592",
}


@cache
def parent(ruleset: str) -> tuple[Header, list[LoggedEvent]]:
    header = header_of(ruleset)
    return header, play_to_end(Playthrough(header), OLD)


@cache
def fork(ruleset: str, step: int = 40) -> tuple[Header, list[LoggedEvent]]:
    return fork_game(*parent(ruleset), step, NEW)


def text_of(header: Header, log: list[LoggedEvent], seed: bytes | None, *earlier: bytes) -> bytes:
    return b"".join(write_record(header, log, log[-1].chain, seed, earlier=earlier))


def find_refusal(text: bytes) -> str:
    with pytest.raises(EngineError) as caught:
        parse_record(text, with_forks=True)
    return caught.value.code


@pytest.mark.parametrize("ruleset", TABLES)
def test_a_fork_has_its_parents_events_byte_for_byte_and_continues_its_hash_chain(ruleset):
    header, log = fork(ruleset)
    _, before = parent(ruleset)
    line = json.dumps(
        {"fork": {"commitment": commitment(NEW), "players": [f"second {n}" for n in range(3)], "step": 40}},
        separators=(",", ":"),
    )
    base = sha256(before[39].chain + line.encode()).digest()
    seq, actor, kind, payload, chain, _ = log[40]

    assert log[:40] == before[:40]
    assert header.h0() == parent(ruleset)[0].h0()
    assert chain == sha256(base + serialize_event(seq, actor, kind, payload)).digest()


@pytest.mark.parametrize("ruleset", TABLES)
def test_the_head_of_a_fork_is_pinned(ruleset):
    assert fork(ruleset)[1][-1].chain.hex() == PINNED[ruleset]


@pytest.mark.parametrize("ruleset", TABLES)
def test_a_fork_at_any_step_verifies(ruleset):
    header, log = parent(ruleset)
    for step in range(0, len(log) - 1, 23):
        for seed in (OLD, NEW):
            theirs, played = fork_game(header, log, step, seed)
            verdict = verify(theirs, played, seed=seed, earlier=() if seed is OLD else (OLD,))

            assert (verdict.status, verdict.code, verdict.events) == (EXACT, None, len(played))
            assert verdict.head == played[-1].chain


@pytest.mark.parametrize("ruleset", TABLES)
def test_the_same_bots_and_seed_reach_the_parents_end(ruleset):
    header, log = parent(ruleset)
    for step in range(0, len(log) - 1, 23):
        _, played = fork_game(header, log, step, OLD)

        assert [event[:4] for event in played] == [event[:4] for event in log]
        assert played[-1].chain != log[-1].chain


@pytest.mark.parametrize("ruleset", TABLES)
def test_a_new_seed_gives_other_chance_outcomes(ruleset):
    drawn = [
        [event.payload for event in log[40:] if event.actor == CHANCE]
        for log in (parent(ruleset)[1], fork(ruleset)[1], fork_game(*parent(ruleset), 40, NEWER)[1])
    ]

    assert len({tuple(payloads) for payloads in drawn}) == 3


@pytest.mark.parametrize("ruleset", TABLES)
def test_exact_means_that_chance_is_proven_on_both_sides_of_the_step(ruleset):
    header, log = fork(ruleset)

    assert verify(header, log, seed=NEW, earlier=[OLD]).status is EXACT
    assert verify(header, log, seed=NEW).status is UNPROVEN
    assert verify(header, log, earlier=[OLD]).status is UNPROVEN
    assert verify(header, log).status is UNPROVEN


def test_before_the_first_event_there_is_no_chance_to_prove():
    header, log = fork("moon-river@1", 0)

    assert verify(header, log, seed=NEW).status is EXACT


def test_seeds_that_the_log_does_not_commit_to_are_refused():
    header, log = fork("moon-river@1")

    for seeds in ({"seed": OLD}, {"seed": NEWER}, {"seed": NEW, "earlier": [NEWER]}):
        verdict = verify(header, log, **seeds)
        assert (verdict.status, verdict.step, verdict.code) == (DIVERGED, 0, "seed_mismatch")


@pytest.mark.parametrize("ruleset", TABLES)
def test_chance_that_differs_from_the_new_seed_is_found(ruleset):
    header, log = fork(ruleset)
    lied = replace(header, forks=(replace(header.forks[0], commitment=commitment(NEWER)),))
    record = parse_record(text_of(header, log, NEW, OLD), with_forks=True)
    verdict = verify_record(replace(record, header=lied, trailer=replace(record.trailer, seed=NEWER)))

    assert (verdict.status, verdict.code) == (DIVERGED, "chance_differs")
    assert verdict.step is not None
    assert verdict.step > 40
    assert log[verdict.step - 1].actor == CHANCE


@pytest.mark.parametrize(
    "change",
    [
        {"players": ("second 0", "second 1", "someone")},
        {"commitment": commitment(NEWER)},
        {"step": 39},
        {"step": 41},
    ],
)
def test_neither_players_nor_seed_nor_step_can_be_exchanged(change):
    header, log = fork("moon-river@1")
    changed = replace(header, forks=(replace(header.forks[0], **change),))
    verdict = verify(changed, log)

    assert (verdict.status, verdict.code) == (DIVERGED, "chain_mismatch")
    assert verdict.step in (40, 41, 42)


def test_a_fork_of_a_fork_has_both_lines():
    header, log = fork("moon-river@1")
    theirs, played = fork_game(header, log, 90, NEWER, "third")

    assert [each.step for each in theirs.forks] == [40, 90]
    assert theirs.list_stretches() == (
        Stretch(commitment(OLD), False),
        Stretch(commitment(NEW), True),
        Stretch(commitment(NEWER), True),
    )
    assert theirs.final_players == ("third 0", "third 1", "third 2")
    assert verify(theirs, played, seed=NEWER, earlier=[OLD, NEW]).status is EXACT
    assert verify(theirs, played, seed=NEWER, earlier=[NEW]).status is UNPROVEN
    text = text_of(theirs, played, NEWER, OLD, NEW)
    assert verify_record(parse_record(text, with_forks=True)).status is EXACT
    assert text.splitlines()[41].startswith(b'{"fork"')
    assert text.splitlines()[92].startswith(b'{"fork"')


def test_a_fork_of_a_fork_may_continue_with_the_new_seed():
    header, log = fork("moon-river@1")
    theirs, played = fork_game(header, log, 90, NEW, "third")

    assert [event[:4] for event in played] == [event[:4] for event in log]
    assert verify(theirs, played, seed=NEW, earlier=[OLD]).status is EXACT


@pytest.mark.parametrize("step", [12, 40])
def test_a_fork_of_a_fork_before_its_step_is_one_of_the_parent(step):
    header, log = fork("moon-river@1")
    theirs, played = fork_game(header, log, step, NEWER, "third")

    assert [each.step for each in theirs.forks] == [step]
    assert (theirs, played) == fork_game(*parent("moon-river@1"), step, NEWER, "third")


def test_forfeits_before_the_step_stay():
    header = header_of("moon-river@1")
    _, log = parent("moon-river@1")
    step = next(event.seq for event in log[20:] if event.actor >= 0) - 1
    play = resume(header, log[:step])
    before = [*log[:step], play.forfeit(1, ForfeitReason.RESIGNED)]
    theirs, played = fork_game(header, before, len(before), NEW)

    assert resume(theirs, before).state.forfeits == (1,)
    verdict = verify(theirs, played, seed=NEW, earlier=[OLD])
    assert verdict.status is EXACT
    assert verdict.outcome is not None
    assert verdict.outcome.seats[1].place == 3


@pytest.mark.parametrize("ruleset", TABLES)
def test_a_forks_record_is_read_as_it_was_written(ruleset):
    header, log = fork(ruleset)
    text = text_of(header, log, NEW, OLD)
    record = parse_record(text, with_forks=True)

    assert record.header == header
    assert (record.trailer.seed, record.trailer.earlier) == (NEW, (OLD,))
    assert verify_record(record).status is EXACT
    assert verify_record(record).head == log[-1].chain


def test_a_record_of_a_fork_is_accepted_only_with_forks():
    with pytest.raises(UnreadableRecord) as caught:
        parse_record(text_of(*fork("moon-river@1"), NEW, OLD))

    assert (caught.value.code, caught.value.details["line"]) == ("fork_refused", 42)


def test_a_record_is_checked_without_seeds_and_with_some():
    header, log = fork("moon-river@1")

    for seeds in ((None,), (None, OLD), (NEW,)):
        record = parse_record(text_of(header, log, *seeds), with_forks=True)
        assert verify_record(record).status is UNPROVEN


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"step": 39}, "fork_misplaced"),
        ({"step": 41}, "fork_misplaced"),
        ({"step": -1}, "out_of_range"),
        ({"step": True}, "wrong_type"),
        ({"step": "40"}, "wrong_type"),
        ({"players": "abc"}, "wrong_type"),
        ({"players": ["a", "b", 3]}, "wrong_type"),
        ({"players": ["a", "b"]}, "wrong_player_count"),
        ({"players": ["a", "b", "c" * 201]}, "out_of_range"),
        ({"commitment": "00"}, "bad_hex"),
        ({"commitment": commitment(NEW).upper()}, "bad_hex"),
        ({"seed": 1}, "unknown_key"),
    ],
)
def test_a_malformed_fork_is_refused(change, code):
    lines = text_of(*fork("moon-river@1"), NEW, OLD).splitlines()
    said = json.loads(lines[41])
    said["fork"] |= change
    lines[41] = json.dumps(said).encode()

    assert find_refusal(b"\n".join(lines)) == code


def test_a_forks_line_appears_once_and_not_after_the_end():
    lines = text_of(*fork("moon-river@1"), NEW, OLD).splitlines()

    assert find_refusal(b"\n".join([*lines[:42], lines[41], *lines[42:]])) == "fork_misplaced"
    assert find_refusal(b"\n".join([*lines, lines[41]])) == "nothing_follows"
    assert find_refusal(b"\n".join([*lines[:41], b'{"fork":[]}', *lines[42:]])) == "wrong_type"
    assert find_refusal(b"\n".join([*lines[:41], b'{"fork":{},"step":1}', *lines[42:]])) == "unknown_key"


@pytest.mark.parametrize("ruleset", TABLES)
@pytest.mark.parametrize("seed", [OLD, NEW])
@pytest.mark.parametrize("still_to_come", [0, 1])
def test_a_finished_game_cannot_be_forked_under_other_names(ruleset, seed, still_to_come):
    header, log = parent(ruleset)
    step = len(log) - still_to_come
    fork = Fork(step, ("second",) * header.seats, commitment(seed))
    head = fork.hash_base(log[step - 1].chain)
    for event in log[step:]:
        head = sha256(head + serialize_event(*event[:4])).digest()
    earlier = () if seed == OLD else (OLD,)
    text = b"".join(write_record(header.add_fork(fork), log, head, seed, earlier=earlier))

    ((verdict, _, seq, code),) = check_archive(text)

    assert (verdict, seq, code) == ("diverged", step, "fork_misplaced")


def test_the_checker_names_the_players_of_inherited_events():
    stream = BufferedReader(BytesIO(text_of(*fork("moon-river@1"), NEW, OLD)))

    (finding,) = check_stream("x", stream)

    assert "(moon-river@1, second 0, second 1, second 2): " in finding.format_line()
    assert "a fork: up to event 40 it was played by first 0, first 1, first 2; head" in finding.format_line()


@pytest.mark.parametrize(
    ("seed", "earlier", "code"),
    [
        (OLD, (), "seed_mismatch"),
        (NEW, (NEW,), "seed_mismatch"),
        (NEW, (NEWER,), "seed_mismatch"),
        (NEW, (OLD, OLD), "seed_mismatch"),
    ],
)
def test_a_trailers_seeds_are_those_committed_to(seed, earlier, code):
    assert find_refusal(text_of(*fork("moon-river@1"), seed, *earlier)) == code


def test_only_forks_have_earlier_seeds():
    text = text_of(*parent("moon-river@1"), OLD, NEW)

    assert find_refusal(text) == "unknown_key"


def test_frames_cross_the_step():
    header, log = fork("goldgraeber@1")
    shown = list(iterate_frames(header, log, first=39, last=42, seed=NEW, earlier=[OLD]))

    assert [frame.event for frame in shown] == log[38:42]
    assert shown[1].after.digest() == shown[2].before.digest()


def test_peeks_before_the_step_stay_hidden_from_others_until_the_fork_is_over():
    step = next(event.seq for event in parent("goldgraeber@1")[1] if event.kind == "chips_peeked")
    header, log = fork("goldgraeber@1", step)
    peeks = [event.seq for event in log if event.kind == "chips_peeked"]

    assert step in peeks
    sight = PrivateEvents(header).follow(log)
    assert sight.find_hidden(()) == set(peeks)
    assert len(sight.find_hidden((0,))) < len(peeks)


def test_a_fork_without_events_of_its_own_has_its_base_as_head():
    header, log = parent("moon-river@1")
    theirs = header.add_fork(Fork(30, ("a", "b", "c"), commitment(NEW)))
    play = resume(theirs, log[:30])

    assert play.seq == 30
    assert play.head == theirs.forks[0].hash_base(log[29].chain)
    assert verify(theirs, log[:30], head=play.head).status is UNPROVEN


def check_archive(text: bytes) -> list[tuple[str, int, int | None, str]]:
    """Return the finding of the record checker: verdict, line, seq and code."""
    stream = BufferedReader(BytesIO(text))
    return [(each.verdict.value, each.line, each.seq, each.code) for each in check_stream("x", stream)]


def test_the_checker_reads_forks_on_many_lines_and_on_one():
    text = text_of(*fork("moon-river@1"), NEW, OLD)
    first, *events, last = text.splitlines()

    assert check_archive(text) == [("exact", 1, None, "")]
    assert check_archive(pack_record(first, b",".join(events), last)) == [("exact", 1, None, "")]
    assert check_archive(text_of(*fork("moon-river@1"), NEW)) == [("chance_unproven", 1, None, "")]


def test_the_checker_names_the_line_of_a_step_after_the_fork():
    lines = text_of(*fork("moon-river@1"), NEW, OLD).splitlines()
    number = next(n for n, line in enumerate(lines) if n > 42 and b'"actor":"chance"' in line)
    taken = json.loads(lines[number])
    other = next(line for line in lines if b'"column_dealt"' in line)
    lines[number] = json.dumps(json.loads(other) | {"seq": taken["seq"]}).encode()

    ((verdict, line, seq, _),) = check_archive(b"\n".join(lines))

    assert (verdict, line, seq) == ("diverged", number + 1, number - 1)


def test_the_beginning_of_a_fork_verifies():
    header, log = fork("moon-river@1")

    assert check_archive(b"".join(write_record(header, log[:60]))) == [("unfinished", 1, None, "")]


@settings(max_examples=80)
@given(place=st.integers(0, 10**6), change=st.binary(max_size=3), removed=st.integers(0, 3))
@pytest.mark.long
def test_any_damage_to_a_fork_is_found(place: int, change: bytes, removed: int):
    text = text_of(*fork("moon-river@1"), NEW, OLD)
    start = text.index(b'{"fork"') - 200
    end = text.index(b"\n", start + 201) + 200
    place = start + place % (end - start)
    damaged = text[:place] + change + text[place + removed :]
    said = {verdict for verdict, *_ in check_archive(damaged)}

    assert said
    if read_again(damaged) != read_again(text):
        assert said & {"diverged", "refused", "unfinished"}


def read_again(text: bytes) -> bytes | None:
    """Return a record written again after parsing, or None if it cannot be parsed."""
    try:
        record = parse_record(text, with_forks=True)
        log: list[LoggedEvent] = []
        verify_record(record, log=log)
        return text_of(record.header, log, record.trailer.seed, *record.trailer.earlier)
    except (EngineError, IndexError):
        return None

"""Mutation of records: bytes, lines or values, the same in every run."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from sys import maxsize
from typing import Any

from engine.core import Generator, Playthrough, Stop, commitment, hash_event, make_header, write_record
from engine.rulesets.registry import get
from engine.testing.driving import make_driver
from engine.testing.mutations import list_leaves, mutate

__all__ = ["make_good_record", "mutate_record"]

_TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "moon-river@1": (3, {"mode": "legends", "scenario": "gold_rush"}),
    "goldgraeber@1": (4, {"tactical": True}),
}

#: Pieces of JSON to insert at wrong places.
_STRANGE = (
    *(b"null", b"NaN", b"-Infinity", b"1.0", b"1e3", b"-0", b"-1", b"true", b'""', b"[]", b"{}", b"99"),
    *(b"9" * 40, b"[" * 60 + b"]" * 60, b'{"a":' * 30 + b"1" + b"}" * 30, b'"\\ud800"', b'"\\u0000"'),
    *(b"\xff", b"\xef\xbb\xbf", b"\xc0\xaf", b"\x00", b"\r", b"\n", b"//", b'"seq":1,', b"\xf0\x9f\x90\x84"),
)


@cache
def make_good_record(ruleset: str, number: int, most: int | None = None) -> bytes:
    """Return a valid record of a random game, voided after at most ``events`` events."""
    rules = get(ruleset)
    seats, options = _TABLES[ruleset]
    seed = sha256(b"fuzz %d" % number).digest()
    header = make_header(
        rules,
        seats=seats,
        options=options,
        players=[f"player {seat}" for seat in range(seats)],
        commitment=commitment(seed),
    )
    play = Playthrough(header)
    rng = Generator(number)
    driver = make_driver(play, lambda legal, _: rng.choice(legal), seed=seed)
    stop = driver.advance(steps=maxsize if most is None else most)
    log = driver.collect().events
    if stop is not Stop.END:
        log.append(play.void("called off"))
    return b"".join(write_record(header, log, play.head, seed))


def mutate_record(text: bytes, other: bytes, rng: Generator) -> bytes:
    """Return the record with one or two changes; parts of ``other`` may be inserted."""
    if rng.below(8) == 0:
        text = _drop_seed(text, other, rng)  # then only the rules check chance events
    for _ in range(1 + rng.below(8) // 7):
        text = rng.choice(_CHANGES)(text, other, rng)
    return text


def _change_byte(text: bytes, other: bytes, rng: Generator) -> bytes:
    place = rng.below(len(text) or 1)
    return text[:place] + bytes([rng.below(256)]) + text[place + 1 :]


def _flip_bit(text: bytes, other: bytes, rng: Generator) -> bytes:
    if not text:
        return b"x"
    place = rng.below(len(text))
    return text[:place] + bytes([text[place] ^ 1 << rng.below(8)]) + text[place + 1 :]


def _drop_bytes(text: bytes, other: bytes, rng: Generator) -> bytes:
    place = rng.below(len(text) or 1)
    return text[:place] + text[place + 1 + rng.below(12) :]


def _insert_strange(text: bytes, other: bytes, rng: Generator) -> bytes:
    place = rng.below(len(text) + 1)
    return text[:place] + rng.choice(_STRANGE) + text[place:]


def _cut(text: bytes, other: bytes, rng: Generator) -> bytes:
    return text[: rng.below(len(text) + 1)]


def _change_number(text: bytes, other: bytes, rng: Generator) -> bytes:
    places = [place for place, byte in enumerate(text[:6000]) if byte in b"0123456789"]
    if not places:
        return text
    place = rng.choice(places)
    return text[:place] + b"%d" % rng.below(10) + text[place + 1 :]


def _exchange_value(text: bytes, other: bytes, rng: Generator) -> bytes:
    lines = text.split(b"\n")
    number = rng.below(len(lines))
    head, colon, tail = lines[number].partition(b":")
    if colon:
        end = min((tail.find(mark) for mark in (b",", b"}") if mark in tail), default=0)
        lines[number] = head + colon + rng.choice(_STRANGE) + tail[max(end, 0) :]
    return b"\n".join(lines)


def _swap_lines(text: bytes, other: bytes, rng: Generator) -> bytes:
    lines = text.split(b"\n")
    first, second = rng.below(len(lines)), rng.below(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def _shuffle_lines(text: bytes, other: bytes, rng: Generator) -> bytes:
    lines = text.split(b"\n")
    start = rng.below(len(lines))
    some = lines[start : start + 2 + rng.below(10)]
    rng.shuffle(some)
    return b"\n".join([*lines[:start], *some, *lines[start + len(some) :]])


def _drop_line(text: bytes, other: bytes, rng: Generator) -> bytes:
    lines = text.split(b"\n")
    del lines[rng.below(len(lines))]
    return b"\n".join(lines)


def _repeat_line(text: bytes, other: bytes, rng: Generator) -> bytes:
    lines = text.split(b"\n")
    lines.insert(rng.below(len(lines) + 1), rng.choice(lines))
    return b"\n".join(lines)


def _insert_line_of_another(text: bytes, other: bytes, rng: Generator) -> bytes:
    lines, others = text.split(b"\n"), other.split(b"\n")
    number = rng.below(len(lines))
    lines[number] = others[min(number, len(others) - 1)]
    return b"\n".join(lines)


def _write_loosely(text: bytes, other: bytes, rng: Generator) -> bytes:
    ways: tuple[tuple[bytes, bytes], ...] = (
        (b"\n", b"\r\n"),
        (b":", b" : "),
        (b",", b",\t"),
        (b"kind", b"k\\u0069nd"),
        (b"}\n", b"}"),
        (b'"', b"'"),
    )
    old, new = rng.choice(ways)
    return text.replace(old, new)


def _drop_seed(text: bytes, other: bytes, rng: Generator) -> bytes:
    start = text.rfind(b',"seed"')
    return text if start < 0 else text[:start] + b"}\n"


def _change_to_upper_case(text: bytes, other: bytes, rng: Generator) -> bytes:
    lines = text.split(b"\n")
    number = rng.below(len(lines))
    lines[number] = lines[number].upper()
    return b"\n".join(lines)


def _change_data_only(text: bytes, other: bytes, rng: Generator) -> bytes:
    return _change_data(text, other, rng, is_rechained=False)


def _change_data_and_rechain(text: bytes, other: bytes, rng: Generator) -> bytes:
    return _change_data(text, other, rng, is_rechained=True)


def _change_data(text: bytes, other: bytes, rng: Generator, *, is_rechained: bool) -> bytes:
    """
    Change the data of an event, the header's options or the players.

    The hash chain may be recomputed, so that only the rules can find the fault.
    """
    try:
        lines = [json.loads(line) for line in text.split(b"\n") if line]
    except ValueError:
        return text
    if len(lines) < 3 or not all(isinstance(line, dict) for line in lines):
        return text
    number = rng.below(len(lines) - 1)
    key = "options" if number == 0 else "data"
    if not isinstance(lines[number].get(key), dict):
        return text
    lines[number][key] = mutate(lines[number][key], _list_leaves(other), rng)
    if rng.below(4) == 0:
        lines[rng.below(len(lines))][rng.choice(("seq", "actor", "kind", "seats"))] = rng.choice(
            (-1, 0, 1, 7, "chance", "system", "game_finished")
        )
    return _write(lines, is_rechained=is_rechained)


@cache
def _list_leaves(text: bytes) -> Sequence[Any]:
    return [leaf for line in text.splitlines()[1:-1] for leaf in list_leaves(json.loads(line)["data"])]


def _write(lines: list[dict[str, Any]], *, is_rechained: bool) -> bytes:
    texts = [json.dumps(line, sort_keys=True, separators=(",", ":")).encode() for line in lines]
    if is_rechained and "head" in lines[-1]:
        head = sha256(texts[0]).digest()
        for event in texts[1:-1]:
            head = hash_event(head, event)
        texts[-1] = json.dumps({**lines[-1], "head": head.hex()}).encode()
    return b"\n".join(texts) + b"\n"


_Change = Callable[[bytes, bytes, Generator], bytes]

_CHANGES: tuple[_Change, ...] = (
    _change_byte,
    _flip_bit,
    _drop_bytes,
    _insert_strange,
    _cut,
    _change_number,
    _exchange_value,
    _swap_lines,
    _shuffle_lines,
    _drop_line,
    _repeat_line,
    _insert_line_of_another,
    _write_loosely,
    _drop_seed,
    _change_to_upper_case,
    _change_data_only,
    _change_data_and_rechain,
    _change_data_and_rechain,
)

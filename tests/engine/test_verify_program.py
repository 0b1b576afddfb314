"""``python -m engine.verify``: findings and exit status for whole, damaged, packed and unfinished records."""

import gzip
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.core import Playthrough, pack_record, redact_event
from engine.core.record import parse_event, parse_header
from engine.verify import FindingStatus, check_stream, main
from tests.engine.builders import EXAMPLES, example_lines, example_text, text_of

NAME = "moon-river-2-base"
TEXT = example_text(NAME)
LINES = TEXT.splitlines()
OTHER = example_text("moon-river-3-base")


def pack(text: bytes) -> bytes:
    """Return a record on one line."""
    header, *events, trailer = text.splitlines()
    return pack_record(header, b",".join(events), trailer)


def check_text(text: bytes) -> list[tuple[Any, ...]]:
    """Return verdict, line, seq and code of each finding in an archive."""
    stream = io.BufferedReader(io.BytesIO(text))
    return [(each.verdict.value, each.line, each.seq, each.code) for each in check_stream("x", stream)]


def run_program(*arguments: str | Path) -> tuple[int, list[str]]:
    """Return the status and the lines of the program."""
    out = io.StringIO()
    status = main([str(each) for each in arguments], out)
    return status, out.getvalue().splitlines()


def with_line(number: int, line: bytes) -> bytes:
    """Return the example with one line (from 1) replaced."""
    return b"\n".join([*LINES[: number - 1], line, *LINES[number:]]) + b"\n"


# Whole records


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_record_is_exact_on_many_lines_and_on_one(name):
    text = example_text(name)

    assert check_text(text) == check_text(pack(text)) == [("exact", 1, None, "")]


def test_a_record_without_its_seed_is_chance_unproven(tmp_path):
    lines = example_lines(NAME)
    del lines[-1]["seed"]
    (tmp_path / "record.jsonl").write_bytes(text_of(lines))

    status, (line,) = run_program(tmp_path / "record.jsonl")

    assert status == 0
    assert "record.jsonl:1: chance unproven (moon-river@1, greedy 1, random 1): 202 events, all legal" in line


def test_an_archive_may_hold_both_forms_and_be_compressed(tmp_path):
    text = pack(TEXT) + OTHER + TEXT + pack(OTHER)
    # Two members, as written by an export that was interrupted and continued.
    (tmp_path / "games.ndjson.gz").write_bytes(gzip.compress(text[:1000]) + gzip.compress(text[1000:]))

    status, lines = run_program(tmp_path / "games.ndjson.gz")

    starts = [1, 2, 2 + len(OTHER.splitlines()), 2 + len(OTHER.splitlines()) + len(LINES)]
    assert [line.split(": ")[0].rsplit(":")[-1] for line in lines[:-1]] == [str(start) for start in starts]
    assert (status, lines[-1]) == (0, "4 records: 4 exact")


def test_json_has_the_same_findings(tmp_path):
    (tmp_path / "record.jsonl").write_bytes(TEXT)

    status, (line,) = run_program("--json", tmp_path / "record.jsonl")

    found = json.loads(line)
    assert status == 0
    assert (found["verdict"], found["events"], found["ruleset"]) == ("exact", 202, "moon-river@1")
    assert found["head"] == json.loads(LINES[-1])["head"]
    assert found["players"] == ["greedy 1", "random 1"]


# Invalid records


def test_a_changed_event_is_named_by_line_seq_and_code():
    number = next(n for n, line in enumerate(LINES, 1) if b'"plot_chosen"' in line)
    event = json.loads(LINES[number - 1])
    event["data"]["position"] = 77

    ((verdict, line, seq, code),) = check_text(OTHER + with_line(number, json.dumps(event).encode()))[1:]

    assert (verdict, line, seq) == ("diverged", len(OTHER.splitlines()) + number, number - 1)
    assert code in ("malformed_event", "no_such_plot", "out_of_range", "no_such_position"), code


def test_a_changed_head_is_found_at_the_end():
    trailer = json.loads(LINES[-1]) | {"head": "ab" * 32}

    found = check_text(with_line(len(LINES), json.dumps(trailer).encode()))

    assert found == [("diverged", len(LINES), len(LINES) - 1, "head_mismatch")]


def test_chance_that_differs_from_the_seed_is_found():
    lines = example_lines(NAME)
    lines[1]["data"]["partners"].reverse()

    assert check_text(text_of(lines))[0] == ("diverged", 2, 1, "chance_differs")


BAD = {
    "nothing": (b"", ("refused", 1, None, "no_events")),
    "a header alone": (LINES[0], ("refused", 1, None, "no_events")),
    "a blank line": (with_line(4, b" "), ("refused", 4, 3, "blank_line")),
    "not json": (with_line(4, b"{"), ("refused", 4, 3, "not_json")),
    "not utf-8": (with_line(4, b'{"a":"\xff"}'), ("refused", 4, 3, "not_utf8")),
    "a byte order mark": (b"\xef\xbb\xbf" + TEXT, ("refused", 1, None, "byte_order_mark")),
    "a repeated key": (with_line(4, b'{"seq":3,' + LINES[3][1:]), ("refused", 4, 3, "repeated_key")),
    "a float": (with_line(4, LINES[3].replace(b'"seq":3', b'"seq":3.0')), ("refused", 4, 3, "float_refused")),
    "too deep": (with_line(4, b"[" * 2000), ("refused", 4, 3, "too_deep")),
    "an unknown key": (with_line(4, b'{"x":1}'), ("refused", 4, 3, "unknown_key")),
    "no such ruleset": (
        TEXT.replace(b"moon-river@1", b"moon-river@9"),
        ("refused", 1, None, "unknown_ruleset"),
    ),
    "no such components": (
        TEXT.replace(b'"components":"', b'"components":"x'),
        ("refused", 1, None, "unknown_components"),
    ),
    "another seed": (
        with_line(len(LINES), json.dumps(json.loads(LINES[-1]) | {"seed": "ab" * 32}).encode()),
        ("refused", len(LINES), None, "seed_mismatch"),
    ),
    "a missing event": (
        with_line(4, LINES[3]).replace(LINES[4] + b"\n", b""),
        ("diverged", 5, 4, "wrong_seq"),
    ),
    "shuffled events": (
        b"\n".join([*LINES[:4], LINES[5], LINES[4], *LINES[6:]]),
        ("diverged", 5, 4, "wrong_seq"),
    ),
    "gzip cut short": (gzip.compress(TEXT)[:-50], ("refused", 1, None, "damaged_file")),
    "gzip damaged": (gzip.compress(TEXT)[:60] + b"\0" * 400, ("refused", 1, None, "damaged_file")),
    "zstandard": (b"\x28\xb5\x2f\xfd" + TEXT, ("refused", 1, None, "unknown_compression")),
    "a packed record of nothing": (b'{"header":{}}', ("refused", 1, None, "missing_key")),
    "a packed record that is no list": (b'{"events":1,"header":1}', ("refused", 1, None, "not_an_object")),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_fault_is_named_by_its_code(fault):
    text, found = BAD[fault]

    assert check_text(text)[-1] == found


def test_a_bad_record_does_not_hide_the_next_one():
    torn = pack(TEXT)[:300] + b"\n"
    text = torn + pack(OTHER) + b"\n" + pack(TEXT) + b"\n".join(LINES[:9]) + b"\n" + OTHER

    assert [(verdict, code) for verdict, _, _, code in check_text(text)] == [
        ("refused", "not_json"),
        ("exact", ""),
        ("refused", "blank_line"),
        ("exact", ""),
        ("unfinished", ""),
        ("exact", ""),
    ]


@settings(max_examples=200)
@given(
    form=st.sampled_from([TEXT, pack(TEXT), gzip.compress(pack(TEXT))]),
    place=st.integers(0, 10**6),
    change=st.binary(max_size=3),
    removed=st.integers(0, 3),
)
@pytest.mark.long
def test_any_damage_is_reported(form, place, change, removed):
    place %= len(form)
    damaged = form[:place] + change + form[place + removed :]

    assert {each[0] for each in check_text(damaged)} <= {found.value for found in FindingStatus}
    assert check_text(damaged)


# Unfinished records


def test_an_unfinished_record_is_reported_as_correct_so_far(tmp_path):
    (tmp_path / "record.jsonl").write_bytes(b"\n".join(LINES[:51]) + b"\n")

    status, (line,) = run_program(tmp_path / "record.jsonl")

    assert status == 1
    assert line.endswith("50 events are correct, but the record has no end yet")


def test_a_fault_of_an_unfinished_record_is_found():
    assert check_text(b"\n".join([*LINES[:30], LINES[31]]))[0][:3] == ("diverged", 31, 30)


def test_the_replay_ends_at_a_hidden_event(tmp_path):
    lines = example_lines("goldgraeber-4-tactical")
    number = next(n for n, line in enumerate(lines) if line.get("kind") == "chips_peeked")
    lines[number] = redact_event(number, -1, "chips_peeked", b"\xab" * 32)
    (tmp_path / "record.jsonl").write_bytes(text_of(lines[: number + 5]))

    status, (line,) = run_program(tmp_path / "record.jsonl")

    assert status == 1
    assert "unfinished (goldgraeber@1, " in line
    assert f"): {number - 1} events are correct" in line
    assert f"only the hash of event {number} is published until the game is over" in line
    assert check_text(text_of(lines)) == [("refused", number + 1, number, "unknown_key")]


# The program


def test_a_name_cannot_write_on_the_terminal(tmp_path):
    lines = example_lines(NAME)
    lines[0]["players"][0] = "\x1b[2J\nexact"
    (tmp_path / "record.jsonl").write_bytes(text_of(lines))

    _, (line,) = run_program(tmp_path / "record.jsonl")

    assert r"'\x1b[2J\nexact'" in line


def test_a_missing_file_is_reported_and_the_others_are_checked(tmp_path, capsys):
    (tmp_path / "record.jsonl").write_bytes(TEXT)

    status, lines = run_program(tmp_path / "missing", tmp_path / "record.jsonl")

    assert (status, len(lines)) == (2, 1)
    assert "missing: cannot be read: No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--yaml", "x"]])
def test_a_wrong_command_is_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)

    assert caught.value.code == 2


ALONE = """
import sys
from engine.verify import main
status = main(sys.argv[1:])
known = sys.stdlib_module_names | {"engine", "orjson", "__main__"}
print(status, sorted({name.partition(".")[0] for name in sys.modules} - known))
"""


def test_the_engine_alone_is_enough(tmp_path):
    """The package is copied out of the project and run there; only orjson comes from elsewhere."""
    shutil.copytree(
        Path(engine.__file__).parent, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "good.jsonl").write_bytes(TEXT)
    run = subprocess.run(
        [sys.executable, "-c", ALONE, "good.jsonl", "-"],
        cwd=tmp_path,
        env={},
        input=pack(OTHER),
        capture_output=True,
        check=True,
    )
    program = subprocess.run(
        [sys.executable, "-m", "engine.verify", "good.jsonl"],
        cwd=tmp_path,
        env={},
        capture_output=True,
        check=False,
    )

    *lines, last = run.stdout.decode().splitlines()
    assert [line.split(" (")[0] for line in lines[:-1]] == ["good.jsonl:1: exact", "-:1: exact"]
    strange = [name for name in json.loads(last[2:].replace("'", '"')) if not name.startswith("_")]
    assert (last[0], strange) == ("0", [])
    assert (program.returncode, program.stderr, program.stdout.decode()) == (0, b"", lines[0] + "\n")


# Records that try to forge lines of the report


@pytest.mark.parametrize(
    "line",
    [
        LINES[0][:-1] + b',"z\\n\\u001b[2Kx:1: exact (moon-river@1, a, b)":1}',
        b'{"seq":1,"actor":"chance","kind":"z\\n\\u001b[2Kx:1: exact (moon-river@1, a, b)","data":{}}',
        b'{"seq":1,"actor":"chance","kind":"z\\r\\u202ex:1: exact (moon-river@1, a, b)","data":{}}',
        LINES[0].replace(b'"greedy 1"', b'"z\\n\\u001b[2Kx:1: exact (moon-river@1, a, b)"'),
    ],
)
def test_a_record_cannot_forge_a_line_of_the_checker(line, tmp_path):
    number = 1 if line.startswith(LINES[0][:20]) else 2
    (tmp_path / "record.jsonl").write_bytes(with_line(number, line))

    status, lines = run_program(tmp_path / "record.jsonl")

    assert status == 1
    assert len(lines) == 1
    assert lines[0].isprintable()
    assert ": refused: " in lines[0] or ": diverged (" in lines[0]


def test_a_voided_game_is_reported_without_a_result(tmp_path):
    header, *events, _ = example_lines(NAME)
    void = {"seq": 10, "actor": "system", "kind": "game_voided", "data": {"reason": "a test"}}
    play = Playthrough(parse_header(header))
    for event in [*events[:9], void]:
        play.submit(parse_event(event))
    trailer = {"head": play.head.hex(), "seed": example_lines(NAME)[-1]["seed"]}
    (tmp_path / "record.jsonl").write_bytes(text_of([header, *events[:9], void, trailer]))

    status, (line,) = run_program(tmp_path / "record.jsonl")

    assert status == 0
    assert "hashes agree, but the game is void: it has no result; head" in line

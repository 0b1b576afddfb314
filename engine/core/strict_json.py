"""
Strict reading of JSON text that people and programs send: what the record format allows, and nothing else.

Python's own parser takes repeated keys, NaN, floats and unpaired surrogates; the record format refuses them.
"""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

import orjson

from engine.core.errors import UnreadableRecord
from engine.core.events import canonical

__all__ = ["MAX_DEPTH", "check_keys", "read_hash", "read_object", "require"]

#: Records nest at most header > options > boards or event > data > seats > parts; more is refused early.
MAX_DEPTH = 16
#: No number of the format needs more digits than this.
MAX_DIGITS = 18

_TOP = 10**MAX_DIGITS
_HASH_DIGITS = 64
_HEX = frozenset("0123456789abcdef")


def read_object(line: bytes, *, depth: int = MAX_DEPTH) -> dict[str, Any]:
    """
    Return the JSON object of one line of a record.

    Args:
        line: with or without its line feed.
        depth: how deep lists and objects may nest, the object itself included.

    Raises:
        UnreadableRecord: with one of the codes for unreadable text; details say where, if known.
    """
    value = _read_canonical(line, depth)
    return value if value is not None else _read_strictly(line, depth)


def _read_canonical(line: bytes, depth: int) -> dict[str, Any] | None:
    """
    Return the object of a line that is in canonical form, as nearly all are, or None: it must be read strictly.

    What comes out the same when it is written again held no repeated key, and what is strange to the format is
    looked for in the values: half the time of the strict reading, which alone knows what is wrong with a line.
    """
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    # The depth first: what is nested deeper than any record can be read, but not written again.
    if type(value) is not dict or not _is_plain(value, depth) or canonical(value) != line.rstrip(b"\r\n"):
        return None
    return value


def _is_plain(value: Any, depth: int) -> bool:
    """Whether a value read from JSON holds only what the format knows, nested no deeper than that."""
    kind = type(value)
    if kind is int:
        return -_TOP < value < _TOP
    if kind is str or kind is bool:
        return True
    if depth < 1 or (kind is not dict and kind is not list):
        return False
    for item in value.values() if kind is dict else value:
        kind = type(item)
        if kind is str or (kind is int and -_TOP < item < _TOP):
            continue  # nearly all are: no call for them
        if not _is_plain(item, depth - 1):
            return False
    return True


def _read_strictly(line: bytes, depth: int) -> dict[str, Any]:
    text = _decode(line)
    if not text.strip(" \t\r\n"):
        raise UnreadableRecord("blank_line")
    _refuse_deep(text, depth)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_build_object,
            parse_float=_refuse_float,
            parse_int=_parse_integer,
            parse_constant=_refuse_float,
        )
    except UnreadableRecord:
        raise
    except (ValueError, RecursionError) as error:
        position = getattr(error, "pos", None)
        raise UnreadableRecord("not_json", position=position) from error
    if not isinstance(value, dict):
        raise UnreadableRecord("not_an_object", expected="object", found=type(value).__name__)
    _refuse_values(value, "")
    return value


def check_keys(data: Mapping[str, Any], required: set[str], optional: set[str]) -> None:
    """
    Refuse an object that has other keys than the format knows, or not all it requires.

    Raises:
        UnreadableRecord: with the first key at fault.
    """
    unknown = sorted(set(data) - required - optional)
    if unknown:
        raise UnreadableRecord("unknown_key", field=unknown[0][:80], expected=sorted(required | optional))
    missing = sorted(required - set(data))
    if missing:
        raise UnreadableRecord("missing_key", field=missing[0])


def require(data: Mapping[str, Any], field: str, kind: type) -> None:
    """
    Refuse a value of another type; a boolean is no int.

    Raises:
        UnreadableRecord: with the field.
    """
    value = data[field]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise UnreadableRecord("wrong_type", field=field, expected=kind.__name__, found=type(value).__name__)


def read_hash(value: Any, field: str) -> bytes:
    """
    Return the 32 bytes of a hash, seed or commitment written in hexadecimal.

    Raises:
        UnreadableRecord: with the field.
    """
    if not isinstance(value, str) or len(value) != _HASH_DIGITS or not _HEX.issuperset(value):
        raise UnreadableRecord("bad_hex", field=field, expected="64 lower-case hexadecimal digits")
    return bytes.fromhex(value)


def _decode(line: bytes) -> str:
    if line.startswith(b"\xef\xbb\xbf"):
        raise UnreadableRecord("byte_order_mark")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableRecord("not_utf8", position=error.start) from error


def _refuse_deep(text: str, most: int) -> None:
    if text.count("[") + text.count("{") <= most:
        return
    depth = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            if depth > most:
                raise UnreadableRecord("too_deep", expected=most)
        elif character in "]}":
            depth -= 1


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise UnreadableRecord("repeated_key", field=_escape(key))
            seen.add(key)
    return result


def _parse_integer(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise UnreadableRecord("out_of_range", expected=f"at most {MAX_DIGITS} digits")
    return int(digits)


def _refuse_float(literal: str) -> NoReturn:
    raise UnreadableRecord("float_refused", found=literal[:40])


def _refuse_values(value: Any, where: str) -> None:
    if value is None:
        raise UnreadableRecord("null_refused", field=where)
    if isinstance(value, str):
        _refuse_surrogates(value, where)
    elif isinstance(value, dict):
        for key, item in value.items():
            _refuse_surrogates(key, where)
            _refuse_values(item, f"{where}.{key}" if where else key)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            _refuse_values(item, f"{where}[{number}]")


def _refuse_surrogates(text: str, where: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise UnreadableRecord("unpaired_surrogate", field=_escape(where)) from error


def _escape(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()

"""
Strict JSON parser for untrusted input: it accepts what the record format allows and nothing else.

Python's own parser accepts repeated keys, NaN, floats and unpaired surrogates; this one refuses them.
"""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

import orjson

from engine.core.errors import UnreadableRecord
from engine.core.events import canonical

__all__ = ["MAX_DEPTH", "check_keys", "read_hash", "read_object", "require"]

#: Maximum nesting of lists and objects. Records need header > options > boards or event > data > seats > parts.
MAX_DEPTH = 16
#: Maximum number of digits of a number.
MAX_DIGITS = 18

_TOP = 10**MAX_DIGITS
_HASH_DIGITS = 64
_HEX = frozenset("0123456789abcdef")


def read_object(line: bytes, *, depth: int = MAX_DEPTH) -> dict[str, Any]:
    """
    Parse one line of a record as a JSON object.

    Args:
        line: the line, with or without its line feed.
        depth: maximum nesting of lists and objects, including the object itself.

    Raises:
        UnreadableRecord: with one of the codes for unreadable text; the details hold the position, if known.
    """
    value = _read_canonical(line, depth)
    return value if value is not None else _read_strictly(line, depth)


def _read_canonical(line: bytes, depth: int) -> dict[str, Any] | None:
    """
    Parse a line in canonical form, as nearly all are, or return None if it needs the strict parser.

    A line that is the same after serializing it again has no repeated key; the values are checked for types that the
    format does not allow. This takes half the time of the strict parser, which finds the fault of a line.
    """
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    # Check the depth first: orjson parses deeper nesting than it serializes.
    if type(value) is not dict or not _is_plain(value, depth) or canonical(value) != line.rstrip(b"\r\n"):
        return None
    return value


def _is_plain(value: Any, depth: int) -> bool:
    """Return whether a parsed value holds only types of the format, up to a maximum nesting."""
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
            continue  # fast path without a call for nearly all values
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
    Check that an object has all required keys and no unknown ones.

    Raises:
        UnreadableRecord: codes ``unknown_key`` and ``missing_key``; the details name the first such key.
    """
    unknown = sorted(set(data) - required - optional)
    if unknown:
        raise UnreadableRecord("unknown_key", field=unknown[0][:80], expected=sorted(required | optional))
    missing = sorted(required - set(data))
    if missing:
        raise UnreadableRecord("missing_key", field=missing[0])


def require(data: Mapping[str, Any], field: str, kind: type) -> None:
    """
    Check the type of a field's value; a boolean does not count as an int.

    Raises:
        UnreadableRecord: code ``wrong_type``; the details name the field.
    """
    value = data[field]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise UnreadableRecord("wrong_type", field=field, expected=kind.__name__, found=type(value).__name__)


def read_hash(value: Any, field: str) -> bytes:
    """
    Parse the 32 bytes of a hash, seed or commitment from hexadecimal digits.

    Raises:
        UnreadableRecord: code ``bad_hex``; the details name the field.
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


def _refuse_deep(text: str, max_depth: int) -> None:
    if text.count("[") + text.count("{") <= max_depth:
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
            if depth > max_depth:
                raise UnreadableRecord("too_deep", expected=max_depth)
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

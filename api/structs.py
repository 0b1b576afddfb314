"""Response bodies as msgspec structs: one definition gives the JSON, its type checks and its OpenAPI schema."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
import orjson
from msgspec import Meta

__all__ = ["ApiStruct", "JsonObject", "RawObject", "encode_json"]


class ApiStruct(msgspec.Struct, frozen=True):
    """
    A JSON object of a response.

    ``api.http.openapi`` turns a subclass into a schema of its name, with its docstring and each field's ``Meta`` as
    descriptions. A field that is ``UNSET`` is left out of the JSON.
    """


#: A JSON object of any content.
JsonObject = Mapping[str, Any]

#: A JSON object that is stored as text and written as it is, without being parsed.
RawObject = Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object", "additionalProperties": {}})]


def encode_json(data: Any) -> bytes:
    """Return JSON in UTF-8 of plain values, structs, or plain values that hold structs."""
    if isinstance(data, ApiStruct):
        return msgspec.json.encode(data)
    return orjson.dumps(data, default=_encode_struct)


def _encode_struct(value: Any) -> orjson.Fragment:
    if not isinstance(value, ApiStruct):
        raise TypeError(f"{type(value).__name__} has no JSON")
    return orjson.Fragment(msgspec.json.encode(value))

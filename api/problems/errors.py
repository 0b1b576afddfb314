"""Problems: the refusal of one request as an exception, as a value, and as JSON (RFC 9457)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from api.problems.catalogue import PROBLEMS
from api.structs import ApiStruct, encode_json

__all__ = ["ApiError", "Fault", "FieldError", "Problem", "ProblemBody", "describe_expected"]


class FieldError(ApiStruct, frozen=True, forbid_unknown_fields=True):
    """One wrong field."""

    field: Annotated[str, Meta(description="The field's dotted name; empty: the whole.")]
    code: str
    expected: Annotated[str, Meta(description="What would be right.")]


class Fault(ApiStruct, frozen=True):
    """The first error in a record."""

    line: Annotated[
        int | None, Meta(description="Line of the record, the header being 1; null: the whole text.")
    ]
    seq: Annotated[int | None, Meta(description="Number of the wrong event; null: no event is wrong.")]
    code: str
    rule: Annotated[str, Meta(description="The rule that the record breaks.")]
    field: Annotated[str, Meta(description="The wrong field; empty: unknown.")]
    expected: Annotated[str, Meta(description="What would be right; empty: unknown.")]


class ProblemBody(ApiStruct, frozen=True, forbid_unknown_fields=True):
    """A refusal (RFC 9457)."""

    type: Annotated[
        str,
        Meta(description="Address that explains the code.", extra_json_schema={"format": "uri-reference"}),
    ]
    title: str
    status: int
    code: Annotated[str, Meta(extra_json_schema={"enum": list(PROBLEMS)})]
    detail: Annotated[str, Meta(description="What is wrong in this case.")]
    errors: list[FieldError]
    fault: Annotated[Fault | UnsetType, Meta(description="The first error in a refused record.")] = UNSET


@dataclass(frozen=True, slots=True)
class Problem:
    """One refusal: a code of `PROBLEMS`, a sentence about this case, and the wrong fields or the record's fault."""

    code: str
    detail: str = ""
    errors: tuple[FieldError, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: Fault | None = None

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return PROBLEMS[self.code].status

    def to_json(self) -> bytes:
        """Return the problem as JSON: the members of RFC 9457, and `code`, `errors`, `fault`."""
        kind = PROBLEMS[self.code]
        body = ProblemBody(
            type=f"/api/v1/problems/{self.code}/",
            title=kind.title,
            status=kind.status,
            code=self.code,
            detail=self.detail or kind.meaning,
            errors=list(self.errors),
            fault=self.fault or UNSET,
        )
        return encode_json(body)


class ApiError(Exception):
    """The API refuses a request with one of the codes of `PROBLEMS`."""

    def __init__(
        self,
        code: str,
        *,
        detail: str = "",
        errors: Iterable[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        fault: Fault | None = None,
    ) -> None:
        super().__init__(code)
        self.problem = Problem(code, detail, tuple(errors), headers or {}, fault)


def describe_expected(expected: object) -> str:
    """Return a sentence as it is, a list as the values to choose from, a mapping as its names and values."""
    if isinstance(expected, str):
        return expected
    if isinstance(expected, Mapping):
        return ", ".join(f"{name}: {describe_expected(value)}" for name, value in expected.items())
    if isinstance(expected, Iterable):
        return "one of " + ", ".join(str(value) for value in expected)
    return "" if expected is None else str(expected)

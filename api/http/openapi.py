"""What the OpenAPI schema says beyond the views: how clients authenticate and how problems look."""

from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from api.problems import PROBLEMS

__all__ = ["SessionScheme", "TokenScheme", "add_problems"]

_BODY_METHODS: Final = ("post", "put", "patch")
#: Statuses any operation can answer with, and those only an operation that takes a body can.
_ALWAYS: Final = (400, 401, 403, 404, 405, 406, 429, 500, 503)
_WITH_BODY: Final = (409, 410, 411, 413, 415, 422)

PROBLEM_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A refusal (RFC 9457).",
    "required": ["type", "title", "status", "code", "detail", "errors"],
    "additionalProperties": False,
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "description": "Where the code is explained."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "enum": list(PROBLEMS)},
        "detail": {"type": "string", "description": "What is wrong in this case."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "code", "expected"],
                "additionalProperties": False,
                "properties": {
                    "field": {"type": "string", "description": "The field's dotted name; empty: the whole."},
                    "code": {"type": "string"},
                    "expected": {"type": "string", "description": "What would be right."},
                },
            },
        },
        "fault": {
            "description": "The first thing that is wrong with a record, where a record is refused.",
            "allOf": [{"$ref": "#/components/schemas/Fault"}],
        },
    },
}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tells the schema of `TokenAuthentication`."""

    target_class = "api.auth.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Return the scheme as OpenAPI writes it."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "rodeo_..."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tells the schema nothing of sessions: they are for people in a browser, not for clients."""

    target_class = "api.auth.authentication.SessionAuthentication"
    name: list[str] = []

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[Any]]]:
        """Return no requirement."""
        return []

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:
        """Return no scheme."""
        return []


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Give every operation the problems it can answer with; a hook that drf-spectacular calls at the end."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM_SCHEMA
    responses = components.setdefault("responses", {})
    for status in (*_ALWAYS, *_WITH_BODY):
        responses[f"Problem{status}"] = {
            "description": " ".join(f"`{code}`" for code, kind in PROBLEMS.items() if kind.status == status),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    for operations in result.get("paths", {}).values():
        for method, operation in operations.items():
            statuses = (*_ALWAYS, *_WITH_BODY) if method in _BODY_METHODS else _ALWAYS
            for status in statuses:
                operation["responses"][str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
    return result

"""Extend drf-spectacular: query serializers, structs, idempotency keys, tokens and problems in the OpenAPI schema."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from rest_framework.serializers import ListField, Serializer

from api.http.views import ApiView
from api.problems import PROBLEMS, ProblemBody
from api.structs import ApiStruct

__all__ = ["SessionScheme", "StructSchema", "TokenScheme", "ViewSchema", "add_problems"]

_REFERENCE: Final = "#/components/schemas/{name}"
_BODY_METHODS: Final = ("post", "put", "patch")
#: Statuses of problems that any operation can respond with, and those that only an operation with a body can.
_ALWAYS: Final = (400, 401, 403, 404, 405, 406, 429, 500, 503)
_WITH_BODY: Final = (409, 410, 411, 413, 415, 422)


class ViewSchema(AutoSchema):
    """Adds the parameters of a view's query serializer, and those that a method's decorator adds."""

    def get_override_parameters(self) -> list[Any]:
        """Return the query parameters and headers of the operation."""
        view = self.view
        assert isinstance(view, ApiView), "every view of the schema is one of the API"
        parameters = list(getattr(getattr(view, self.method.lower()), "parameters", ()))
        if self.method in view.query_methods and view.query_serializer_class._declared_fields:
            parameters.append(view.query_serializer_class)
        return parameters

    def _map_serializer_field(self, field: Any, direction: Any, bypass_extensions: bool = False) -> Any:
        """Return the schema of a field. drf-spectacular drops ``allow_null`` of a serializer in a list."""
        schema: Any = super()._map_serializer_field(  # type: ignore[no-untyped-call]
            field, direction, bypass_extensions
        )
        if isinstance(field, ListField) and isinstance(field.child, Serializer) and field.child.allow_null:
            schema["items"] = {"oneOf": [schema["items"], {"type": "null"}]}
        return schema


class StructSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Makes the schema of a response body from its struct."""

    target_class = "api.structs.ApiStruct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        """Return the name of the struct."""
        return str(self.target.__name__)

    def get_identity(self, auto_schema: AutoSchema, direction: str) -> Any:
        """Return the struct, by which drf-spectacular distinguishes components."""
        return self.target

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """Return the schema of the struct; register the schemas of the structs that it contains."""
        schemas = _describe_struct(self.target)
        own = schemas.pop(self.target.__name__)
        structs = {struct.__name__: struct for struct in _find_structs()}
        for name, schema in schemas.items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name, ResolvedComponent.SCHEMA, schema, structs.get(name, name)
            )
            auto_schema.registry.register_on_missing(component)
        return own


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes ``TokenAuthentication``."""

    target_class = "api.auth.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Return the OpenAPI security scheme."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "rodeo_..."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Leaves sessions out of the schema: they are for people in a browser, not for clients."""

    target_class = "api.auth.authentication.SessionAuthentication"
    name: list[str] = []

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[Any]]]:
        """Return no requirement."""
        return []

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:
        """Return no scheme."""
        return []


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the problems that each operation can respond with; drf-spectacular calls this hook at the end."""
    components = result.setdefault("components", {})
    schemas = _describe_struct(ProblemBody)
    components.setdefault("schemas", {}).update({"Problem": schemas.pop("ProblemBody")} | schemas)
    responses = components.setdefault("responses", {})
    for status in (*_ALWAYS, *_WITH_BODY):
        responses[f"Problem{status}"] = {
            "description": " ".join(f"`{code}`" for code, kind in PROBLEMS.items() if kind.status == status),
            "content": {"application/problem+json": {"schema": {"$ref": _REFERENCE.format(name="Problem")}}},
        }
    for operations in result.get("paths", {}).values():
        for method, operation in operations.items():
            statuses = (*_ALWAYS, *_WITH_BODY) if method in _BODY_METHODS else _ALWAYS
            for status in statuses:
                operation["responses"][str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
    return result


def _describe_struct(struct: type[ApiStruct]) -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of a struct and of those it contains, by name."""
    _, schemas = msgspec.json.schema_components([struct], ref_template=_REFERENCE)
    for schema in schemas.values():
        schema.pop("title", None)
    return schemas


def _find_structs(struct: type[ApiStruct] = ApiStruct) -> Iterator[type[ApiStruct]]:
    for subclass in struct.__subclasses__():
        yield subclass
        yield from _find_structs(subclass)

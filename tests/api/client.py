"""A client in one of the roles that validates every response against the OpenAPI schema."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import jsonschema_rs
from asgiref.sync import async_to_sync
from django.contrib.auth import get_user_model
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from api.auth import token_create

__all__ = ["Role", "SchemaClient", "operations", "problem", "schema", "streamed_content", "user_named"]

V1 = "/api/v1"


@dataclass(frozen=True)
class Role:
    """A client's user by name, and whether the user is staff; without a name it is anonymous."""

    name: str = ""
    is_staff: bool = False


@cache
def schema() -> dict[str, Any]:
    """Return the OpenAPI schema as clients get it."""
    made = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    return json.loads(json.dumps(made))


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and operation of everything in the schema."""
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


class SchemaClient(APIClient):
    """Fails the test if a response does not match the schema of its address, method and status."""

    def sent(self, address: str, body: bytes, content_type: str = "application/json", **headers: Any) -> Any:
        """Post bytes as they are."""
        return self.generic("POST", address, body, content_type=content_type, **headers)  # type: ignore[arg-type]

    def request(self, **kwargs: Any) -> Any:
        response = super().request(**kwargs)
        if kwargs["PATH_INFO"].startswith(f"{V1}/") and kwargs["REQUEST_METHOD"] not in ("HEAD", "OPTIONS"):
            check_response(kwargs["REQUEST_METHOD"], kwargs["PATH_INFO"], response)
        return response


def check_response(method: str, path: str, response: Any) -> None:
    """Validate a response against the schema; other addresses respond with problems, pages or files only."""
    if response.status_code >= 400:
        assert response.headers["Content-Type"] == "application/problem+json", response.content[:300]
        _validate(response.content, {"$ref": "#/components/schemas/Problem"})
        assert response.json()["status"] == response.status_code
    operation = schema()["paths"].get(template(path), {}).get(method.lower())
    if operation is None or response.status_code == 308:
        return
    described = operation["responses"].get(str(response.status_code))
    assert described is not None, (
        f"{method} {path} responds {response.status_code}, which is not in the schema"
    )
    content = described.get("content", {})
    media_type = response.headers["Content-Type"].partition(";")[0]
    if response.status_code < 400:
        assert media_type in content, f"{media_type} is not in {list(content)}"
    if media_type == "application/json":
        _validate(response.content, content[media_type]["schema"])


def template(path: str) -> str:
    """Return the path as the schema writes it: with names in place of values."""
    match = resolve(path)
    for name, value in match.kwargs.items():
        path = path.replace(f"/{value}/", f"/{{{name}}}/", 1)
    return path


def problem(response: Any) -> tuple[int, str]:
    """Return the status and code of a response."""
    return response.status_code, response.json()["code"]


def faults(response: Any) -> set[tuple[str, str]]:
    """Return fields and codes of a problem's errors."""
    return {(error["field"], error["code"]) for error in response.json()["errors"]}


def streamed_content(response: Any) -> bytes:
    """Return the whole content of a streaming response."""

    async def whole() -> bytes:
        return b"".join([piece async for piece in response.streaming_content])

    return async_to_sync(whole)()


def user_named(name: str, *, is_staff: bool = False) -> Any:
    """Return the user of that name; create it if there is none."""
    users = get_user_model().objects
    return users.filter(username=name).first() or users.create(username=name, is_staff=is_staff)


def client_of(role: Role) -> SchemaClient:
    """Return a client that shows a token of the role."""
    client = SchemaClient(raise_request_exception=False)
    if role.name:
        issued = token_create(owner=user_named(role.name, is_staff=role.is_staff), name="a test's")
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {issued.secret}")
    return client


def _validate(content: bytes, part: dict[str, Any]) -> None:
    faults = [
        f"{'/'.join(map(str, fault.instance_path))}: {fault.message}"
        for fault in _validator(json.dumps(part)).iter_errors(json.loads(content))
    ]
    assert not faults, faults


@cache
def _validator(part: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**json.loads(part), "components": schema()["components"]})

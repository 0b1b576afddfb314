"""The OpenAPI schema: valid, without warnings, and complete."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.urls import URLPattern

from api.problems import PROBLEMS
from api.v1 import urls
from tests.api.client import SchemaClient, operations, schema

pytestmark = pytest.mark.django_db

#: Addresses that only users read.
_OF_USERS = {"/api/v1/turns/"}
#: Addresses of the schema itself, which it does not describe.
_UNDESCRIBED = {"schema/", "docs/"}

#: Addresses that any client may post to.
_OPEN = {"/api/v1/receipts/verify/"}


def test_is_valid_and_has_no_warnings(tmp_path: Path):
    call_command(
        "spectacular",
        "--fail-on-warn",
        "--validate",
        "--file",
        str(tmp_path / "schema.yml"),
        stderr=io.StringIO(),
    )


def test_its_paths_are_the_addresses():
    patterns = [pattern for pattern in urls.urlpatterns if isinstance(pattern, URLPattern) and pattern.name]
    addresses = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern)) for pattern in patterns}

    assert {path.removeprefix("/api/v1/") for path in schema()["paths"]} == addresses - _UNDESCRIBED


def test_its_operations_are_the_methods_of_the_views():
    described = {(path.removeprefix("/api/v1/"), method) for path, method, _ in operations()}
    handled = set()
    for pattern in urls.urlpatterns:
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        view = getattr(pattern.callback, "cls")  # noqa: B009 - views of DRF have one, callables in general do not
        if pattern.name and path not in _UNDESCRIBED:
            handled |= {
                (path, method.upper())
                for method in ("get", "post", "put", "patch", "delete")
                if hasattr(view, method)
            }

    assert described == handled


@pytest.mark.parametrize(
    ("path", "method", "operation"), [pytest.param(*each, id=f"{each[1]} {each[0]}") for each in operations()]
)
def test_every_operation_is_named_and_lists_its_problems(path: str, method: str, operation: dict[str, Any]):
    assert operation["summary"]
    assert operation["tags"]
    assert {"400", "401", "403", "404", "405", "406", "429", "500", "503"} <= set(operation["responses"])
    assert ("409" in operation["responses"]) is (method in ("POST", "PATCH"))
    secured = operation["security"]
    assert ({} in secured) is ((method == "GET" or path in _OPEN) and path not in _OF_USERS)
    assert {"token": []} in secured


def test_operation_ids_are_unique():
    names = [operation["operationId"] for _, _, operation in operations()]

    assert len(names) == len(set(names))


def test_problems_are_described_with_all_their_codes():
    assert schema()["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] == list(PROBLEMS)


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/vnd.oai.openapi+json"])
def test_is_served_as_json(accept: str, anyone: SchemaClient):
    response = anyone.get("/api/v1/schema/", HTTP_ACCEPT=accept)

    assert json.loads(response.content)["paths"].keys() == schema()["paths"].keys()


def test_is_served_as_yaml(anyone: SchemaClient):
    response = anyone.get("/api/v1/schema/", HTTP_ACCEPT="application/vnd.oai.openapi")

    assert yaml.load(response.content, yaml.CSafeLoader)["openapi"].startswith("3.1")


def test_the_page_runs_no_inline_script_and_loads_nothing_from_elsewhere(anyone: SchemaClient):
    response = anyone.get("/api/v1/docs/", HTTP_ACCEPT="text/html")
    page = response.content.decode()

    assert response.status_code == 200
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\bstyle=|\bon\w+=", page)
    assert all(address.startswith("/") for address in re.findall(r'(?:src|href)="([^"]*)"', page))
    assert 'data-schema="/api/v1/schema/"' in page

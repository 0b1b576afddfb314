"""docs/api.md matches the code: its tables are compared, its examples name existing addresses."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import resolve

from api.http.views import NotFoundView
from api.lists.pagination import EventPagination, NewestFirstPagination
from api.problems import FIELD_CODES, PROBLEMS
from api.receipts import RECEIPT_CODES
from api.v1.bots import BotFilterSet
from api.v1.games import GameFilterSet
from api.v1.tournaments import TournamentFilterSet
from api.v1.tournaments.serializers import TournamentCreateSerializer
from games.errors import FORK_CODES
from games.import_export.submissions import SUBMISSION_CODES
from games.verification.replay import GAME_CODES
from tests.api.client import operations, template
from tournaments.entries.services import ENTRY_CODES
from tournaments.errors import CODES as TOURNAMENT_CODES

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")

#: As they are before any test changes them.
RATES = dict(settings.API_RATES)


def table(*head: str) -> dict[str, list[str]]:
    """Return the rows of the first table after such a head, by their first cell."""
    return tables(*head)[0]


def tables(*head: str) -> list[dict[str, list[str]]]:
    line = re.escape(f"| {' | '.join(head)} |\n")
    found = re.findall(rf"^{line}\|[ -|]*\|\n((?:\|.*\|\n)+)", PAGE, re.MULTILINE)
    return [dict(_row(row) for row in rows.splitlines()) for rows in found]


def _row(line: str) -> tuple[str, list[str]]:
    first, *others = (cell.strip() for cell in line.strip("|").split(" | "))
    return first.strip("` "), [cell.strip() for cell in others]


def test_every_code_of_a_problem_is_explained():
    assert table("code", "status", "meaning") == {
        code: [str(kind.status), kind.meaning] for code, kind in PROBLEMS.items()
    }


def test_every_code_of_a_field_is_explained():
    explained = tables("code", "meaning")

    assert explained == [
        {code: [meaning] for code, meaning in codes.items()}
        for codes in (
            *(ENTRY_CODES, SUBMISSION_CODES, RECEIPT_CODES),
            *(FIELD_CODES, TOURNAMENT_CODES, FORK_CODES, GAME_CODES),
        )
    ]


@pytest.mark.parametrize(
    ("name", "filters"),
    [("bots", BotFilterSet), ("tournaments", TournamentFilterSet), ("games", GameFilterSet)],
)
def test_every_filter_is_named(name: str, filters: type):
    named = re.findall(r"`(\w+)`", table("list", "order", "filters")[name][1])

    assert named == sorted(filters.base_filters)  # type: ignore[attr-defined]


def test_every_field_of_a_tournament_is_named():
    assert list(table("field", "what it is")) == list(TournamentCreateSerializer().fields)


def test_the_rates_are_those_of_the_settings():
    assert {name: row[0] for name, row in table("rate", "default", "counts").items()} == RATES


def test_the_limits_are_those_of_the_code():
    def limits(pages: type[NewestFirstPagination] | type[EventPagination]) -> str:
        return f"{pages.page_size} (at most {pages.max_page_size})"

    assert f"{limits(NewestFirstPagination)}, for events {limits(EventPagination)}" in PAGE
    assert f"One answer holds {settings.API_MAX_FRAMES} steps at most" in PAGE
    assert f"A process keeps {settings.API_MAX_STREAMS} streams open" in PAGE
    assert f"and {settings.API_MAX_OWN_STREAMS} for one user or, without a token, one address" in PAGE
    assert f"a process writes {settings.API_MAX_EXPORTS} exports at the same time" in PAGE
    assert f"and {settings.API_MAX_OWN_EXPORTS} for one user or address" in PAGE
    assert f"Every {settings.API_STREAM_HEARTBEAT:g} seconds there is at least a comment" in PAGE
    assert f"After {settings.API_STREAM_SECONDS / 60:g} minutes" in PAGE
    assert f"A body may have {settings.API_MAX_BODY_BYTES // 1024} KiB" in PAGE


def examples() -> set[tuple[str, str]]:
    """Return method and path of every example."""
    found = set()
    for command in re.findall(r"^curl (?:.*\\\n)*.*$", PAGE, re.MULTILINE):
        path = re.search(r"\$RODEO(/[^\s\"?]*)", command)
        assert path is not None, command
        method = re.search(r"-X (\w+)", command)
        found.add((method[1] if method else "GET", f"/api/v1{path[1]}"))
    return found


def test_every_example_requests_an_existing_address():
    for _, path in examples():
        assert getattr(resolve(path).func, "cls", NotFoundView) is not NotFoundView, path


def test_every_operation_has_an_example():
    shown = {(method, template(path)) for method, path in examples()}

    assert shown == {(method, path) for path, method, _ in operations()}

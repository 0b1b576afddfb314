"""References between documents resolve, decision records are indexed, the picture shows the packages there are."""

import re
from functools import cache
from pathlib import Path

import pytest

from config.env import CHECKOUT
from tests.architecture.rooms import PICTURE, drawn

DOCS = CHECKOUT / "docs"
DECISIONS = DOCS / "decisions"
#: The numbers of the first series of records, one decision each, which were merged by subject.
OLD_NUMBERS = {
    *range(1, 8),
    *(20, 21, 22, 24, 25),
    *range(30, 33),
    *range(40, 45),
    *range(50, 53),
    *range(60, 63),
    *range(70, 74),
    *range(75, 88),
    *range(90, 104),
}
_SOURCES = ("*.py", "*.html", "*.js", "*.css", "*.ini", "*.toml", "Makefile")
_LINK = re.compile(r"(?<!\\)\[[^\]\n]*\]\(([^)\s]+)\)")
#: Words that plain English has better ones for.
_UNPLAIN = re.compile(r"(?<!--)\b(anew|lest|in vain|beside|so many|whoever|nobody|somebody)\b", re.IGNORECASE)
#: The end of a sentence that is followed by another one on the same line.
_SENTENCE_END = re.compile(r"[\w`)\]\"*][.!?]\*{0,2} +[A-Z]")
#: The beginning of a heading or an item of a list.
_BEGINNING = re.compile(r"^\s*(#+ )?(\d+\. |[*-] )?")


def documents() -> list[Path]:
    return sorted([*CHECKOUT.glob("*.md"), *DOCS.rglob("*.md")])


def records() -> list[Path]:
    return sorted(DECISIONS.glob("[0-9]*.md"))


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def prose(path: Path) -> list[tuple[int, str]]:
    """Return the numbered lines of a document outside code blocks and tables."""
    lines, is_code = [], False
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not line.lstrip().startswith("|"):
            lines.append((number, line))
    return lines


def anchors(path: Path) -> set[str]:
    """Return the anchors of a document's headings, as the pages that show Markdown make them."""
    headings = [line.lstrip("#").strip() for _, line in prose(path) if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: Path) -> list[str]:
    found = []
    for target in _LINK.findall(text_of(path)):
        if target.startswith(("http://", "https://")):
            continue
        file, _, anchor = target.partition("#")
        wanted = (path.parent / file).resolve() if file else path
        if not wanted.exists() or (anchor and anchor not in anchors(wanted)):
            found.append(f"{name_of(path)}: {target}")
    return found


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_link_of_a_document_leads_somewhere(path: Path):
    assert not broken_links(path)


def test_a_broken_link_is_found(monkeypatch: pytest.MonkeyPatch):
    page = CHECKOUT / "docs" / "no-such-page.md"
    monkeypatch.setitem(
        globals(),
        "text_of",
        lambda path: "[one](nowhere.md) [two](#nothing) [three](https://a.example)\n# Three\n",
    )

    assert broken_links(page) == ["docs/no-such-page.md: nowhere.md", "docs/no-such-page.md: #nothing"]


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_documents_have_one_sentence_per_line(path: Path):
    assert not [
        f"{number}: {line}" for number, line in prose(path) if _SENTENCE_END.search(_BEGINNING.sub("", line))
    ]


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_documents_are_written_in_plain_english(path: Path):
    assert not [f"{number}: {line}" for number, line in prose(path) if _UNPLAIN.search(line)]


@pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)
def test_a_record_states_status_context_decision_and_consequences(path: Path):
    text = text_of(path)
    sections = re.findall(r"^## (.+)$", text, re.MULTILINE)

    assert re.match(rf"# {int(path.name[:2])}\. \w", text), "the title has the number of the file"
    assert re.search(r"^\* Status: (accepted|superseded by \[\d+\]\(\d\d-[\w-]+\.md\))$", text, re.MULTILINE)
    assert [name for name in sections if name in ("Context", "Decision", "Consequences")] == [
        "Context",
        "Decision",
        "Consequences",
    ]


def test_the_index_lists_every_record_with_its_title_and_status():
    rows = re.findall(
        r"^\| (\d+) \| \[(.+?)\]\((\S+)\) \| (.+?) \| (.+\.) \|$",
        text_of(DECISIONS / "README.md"),
        re.MULTILINE,
    )
    listed = [
        (name, f"# {number}. {title}", f"* Status: {status}") for number, title, name, status, _ in rows
    ]

    assert listed == [(path.name, *_title_and_status(path)) for path in records()]


def _title_and_status(path: Path) -> tuple[str, str]:
    lines = text_of(path).splitlines()
    return lines[0], next(line for line in lines if line.startswith("* Status: "))


def test_numbers_of_records_count_up_without_a_gap():
    assert [int(path.name[:2]) for path in records()] == list(range(1, len(records()) + 1))


def test_every_old_number_resolves_to_the_record_that_holds_it():
    rows = re.findall(
        r"^\| (\d{4}) \| .+ \| \[.+\]\((\S+)\) \|$", text_of(DECISIONS / "README.md"), re.MULTILINE
    )

    assert [int(number) for number, _ in rows] == sorted(OLD_NUMBERS)
    assert not [
        (number, name) for number, name in rows if number not in _merged_from(text_of(DECISIONS / name))
    ]


def _merged_from(record: str) -> list[str]:
    found = re.search(r"^\* Merged from: (.+)$", record, re.MULTILINE)
    return re.findall(r"\d{4}", found[1]) if found else []


def test_every_decision_that_code_or_a_document_refers_to_exists():
    files = [
        path
        for pattern in _SOURCES
        for package in ("api", "config", "engine", "frontend", "games", "tournaments", "tests", ".")
        for path in (CHECKOUT / package).glob(pattern if package == "." else f"**/{pattern}")
    ]
    numbers = {f"{int(path.name[:2])}" for path in records()}
    referred = re.compile(r"\bdecisions? \[?0*(\d+)\b", re.IGNORECASE)
    unknown = [
        f"{name_of(path)}: {number}"
        for path in [*files, *documents()]
        if path.name != Path(__file__).name
        for number in referred.findall(path.read_text(encoding="utf-8"))
        if number not in numbers
    ]

    assert not unknown


def missing_code(path: Path) -> list[str]:
    """Return the modules and files of the checkout that a document names and that do not exist."""
    names = re.findall(
        r"`(?!games\.ndjson)((?:api|config|engine|frontend|games|tournaments|tests)[./][\w./-]+)`",
        text_of(path),
    )
    return [name for name in names if not _exists(name)]


def _exists(name: str) -> bool:
    if "/" in name:
        return (CHECKOUT / name).exists()
    *parents, last = name.split(".")
    module = CHECKOUT.joinpath(*parents)
    if (module / last).is_dir() or (module / f"{last}.py").is_file():
        return True
    source = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
    return source.is_file() and re.search(rf"\b{last}\b", source.read_text(encoding="utf-8")) is not None


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_the_code_that_a_document_names_exists(path: Path):
    #: What the context of a record says of the code before the decision.
    former = {"games/live.py", "games/live_steps.py", "tournaments/runner.py"} if path in records() else set()

    assert set(missing_code(path)) <= former


def test_the_picture_of_the_packages_is_the_one_their_contracts_draw():
    assert PICTURE.read_text(encoding="utf-8") == drawn(), "python -m tests.architecture.rooms draws it again"


def test_pre_commit_hooks_run_targets_of_the_makefile_and_download_nothing():
    hooks = (CHECKOUT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    checked = re.search(r"^check: (.+?) ##", (CHECKOUT / "Makefile").read_text(), re.MULTILINE)
    assert checked is not None, "make check lists what it runs"

    assert re.findall(r"entry: make (\w+)", hooks) == checked[1].split()
    assert re.findall(r"^ +- repo: (.+)$", hooks, re.MULTILINE) == ["local"]
    assert hooks.count("language: system") == hooks.count("- id: ")

"""Every sentence of a page is one marked message, in templates, presenters, scripts and style sheets."""

import re
from pathlib import Path

import pytest

import frontend
from tests.frontend.page_messages import (
    find_css_text,
    find_glued_in_template,
    find_js_text,
    find_template_messages,
    find_unmarked_text,
)
from tests.frontend.replay.messages import find_glued, find_messages, find_unmarked, placeholders
from tests.frontend.test_templates import TEMPLATES

FOLDER = Path(next(iter(frontend.__path__)))
SOURCES = [
    path
    for package in ("lists", "presenters", "templatetags", "viewer", "views")
    for path in sorted((FOLDER / package).glob("*.py"))
]
SCRIPTS = sorted((FOLDER / "static").rglob("*.js"))
STYLES = sorted((FOLDER / "static").rglob("*.css"))
MESSAGES = [message for path in SOURCES for message in find_messages(path.read_text())]
TEMPLATE_MESSAGES = [text for path in TEMPLATES for text in find_template_messages(path.read_text())]

#: Literals of sources that are not for readers: commands, headers, SVG, arguments of Django, separators.
TECHNICAL = re.compile(
    r"curl -X POST|-H \"Authorization|-d '|application/jsonl|^attachment; filename|^frontend\.|translate\(|: M\d|' · '"
)


def name(path: Path) -> str:
    return "/".join(path.parts[-2:])


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_each_text_of_a_template_is_marked(path):
    assert find_unmarked_text(path.read_text()) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_no_sentence_of_a_template_is_glued(path):
    assert find_glued_in_template(path.read_text()) == []


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_each_text_of_a_source_is_marked(path):
    assert [text for text in find_unmarked(path.read_text()) if not TECHNICAL.search(text)] == []


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_no_sentence_of_a_source_is_glued(path):
    assert [text for text in find_glued(path.read_text()) if not TECHNICAL.search(text)] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_scripts_hold_no_text(path):
    assert find_js_text(path.read_text()) == []


@pytest.mark.parametrize("path", STYLES, ids=name)
def test_style_sheets_hold_no_text(path):
    assert find_css_text(path.read_text()) == []


def test_there_are_messages():
    assert len(MESSAGES) > 60
    assert len(TEMPLATE_MESSAGES) > 200


def is_fragment(text: str) -> bool:
    return text != text.strip() or text[0] in ",;:.)" or text[-1] in ",;("


def test_messages_are_no_fragments():
    forms = [form for message in MESSAGES for form in message.forms]

    assert [form for form in [*forms, *TEMPLATE_MESSAGES] if is_fragment(form)] == []


def test_placeholders_of_sources_are_named():
    forms = [form for message in MESSAGES for form in message.forms]

    assert [form for form in forms for name in placeholders(form) if not name.isidentifier()] == []
    assert [form for form in forms if "%" in form] == []


@pytest.mark.parametrize(
    "source",
    [
        "<p>No games yet.</p>",
        '<a title="Next step" href="#">{% translate "Next" %}</a>',
        '<p data-text="New steps">{% translate "x" %}</p>',
        "<p>{{ n }} games</p>",
        '{% translate "Games" %} of today',
    ],
)
def test_unmarked_text_of_a_template_is_found(source):
    assert len(find_unmarked_text(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '<p>{{ n }} {% translate "games" %}</p>',
        '<p>{% translate "Step" %} {{ n }}</p>',
        "<p>game{{ n|pluralize }}</p>",
        "<p>text{% if x %}, more{% endif %}</p>",
    ],
)
def test_glued_text_of_a_template_is_found(source):
    assert len(find_glued_in_template(source)) == 1


@pytest.mark.parametrize("source", ['a = "Try it again.";', "b = `${n} new steps`;", 'c = x ? "Pause" : "";'])
def test_text_of_a_script_is_found(source):
    assert len(find_js_text(source)) == 1


@pytest.mark.parametrize(
    "source", ['// "Try it again."', 'throw new Error("no such step");', 'q("a, button");', 'e("keydown");']
)
def test_other_literals_of_a_script_are_not_found(source):
    assert find_js_text(source) == []

"""Templates have one tag per line, indented by two spaces per level."""

from pathlib import Path

import pytest

import api
import frontend
import games
from tests.frontend.template_layout import find_layout_faults

TEMPLATES = [
    path
    for app in (frontend, api, games)
    for path in sorted((Path(next(iter(app.__path__))) / "templates").rglob("*.html"))
]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-2:]))
def test_each_element_and_each_block_tag_has_a_line_of_its_own(path):
    assert find_layout_faults(path.read_text()) == []


def test_there_are_templates():
    assert len(TEMPLATES) > 40


@pytest.mark.parametrize(
    "source",
    [
        '<ul>\n  <li><a href="x">text</a></li>\n</ul>',
        "{% if x %}\n  <p>text</p>\n{% else %}\n  text\n{% endif %}",
        '<p class="a{% if x %} b{% endif %}">text</p>',
        "{% block title %}{% translate 'Games' %}{% endblock %}",
        "<p>\n  {% blocktranslate count n=n trimmed %}\n    {{ n }} game\n  {% plural %}\n    {{ n }} games\n"
        "  {% endblocktranslate %}\n</p>",
        '<svg>\n  <use href="#a"/>\n</svg>',
        "<pre>a\n      b</pre>",
    ],
)
def test_plain_layout_is_accepted(source):
    assert find_layout_faults(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "<div><p>text</p></div>",
        "<ul>\n<li>text</li>\n</ul>",
        "{% if x %}text{% endif %}",
        "text {% if x %}\n  more\n{% endif %}",
        "{% for x in y %}{{ x }}{% endfor %}",
        '<svg><use href="#a"/></svg>',
        "<p>\n\n  text\n</p>",
        "<p>",
        "<tr><td>1</td><td>2</td></tr>",
    ],
)
def test_other_layout_is_found(source):
    assert find_layout_faults(source) != []

"""Messages of templates, scripts and style sheets: find marked messages, unmarked text for readers, glued sentences."""

import re
from collections.abc import Iterator

__all__ = [
    "find_css_text",
    "find_glued_in_template",
    "find_js_text",
    "find_template_messages",
    "find_unmarked_text",
]

#: Names that stay the same in every language.
_NAMES = re.compile(r"\b(Rodeo|RODEO|API)\b")
_COMMENT = re.compile(r"{% comment %}.*?{% endcomment %}|{#.*?#}", re.DOTALL)
_CODE = re.compile(r"<(pre|code|script|style)\b([^<>]*)>.*?</\1>", re.DOTALL)
_BLOCK = re.compile(r"{%\s*blocktranslate\b[^%]*%}(.*?){%\s*endblocktranslate\s*%}", re.DOTALL)
_LITERAL = re.compile(r"""{%\s*translate\s+(["'])(.*?)\1""")
_TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
_ATTRIBUTE = re.compile(
    r"""\b(?:title|alt|placeholder|content|aria-[a-z]+|data-[a-z-]+)=(["'])(.*?)\1""", re.DOTALL
)
_WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
#: Attributes whose values are not for readers.
_TECHNICAL = re.compile(
    r"""\b(?:aria-(?:hidden|live|current|disabled|labelledby)|data-(?:part|command|filter|frames|step|last|stream|live|seed"""
    r"""|commitment|schema|csrf-token))=(["']).*?\1|<meta (?:charset|name="(?:viewport|htmx-config)")[^<>]*>""",
    re.DOTALL,
)


def find_template_messages(source: str) -> list[str]:
    """Return the messages of a template; each form of a plural is one."""
    messages = [found[2] for found in _LITERAL.finditer(source)]
    for found in _BLOCK.finditer(source):
        forms = re.split(r"{%\s*plural\s*%}", found[1])
        messages += [" ".join(form.split()) for form in forms]
    return messages


def find_unmarked_text(source: str) -> list[str]:
    """Return the texts and labels of a template that are not marked for translation."""
    text = _CODE.sub(r"<\1\2></\1>", _COMMENT.sub("", source))
    text = _BLOCK.sub("", text)
    text = _TECHNICAL.sub("", _TAG.sub("", text))
    shown = [found[2] for found in _ATTRIBUTE.finditer(text)]
    shown += re.sub(r"<[^<>]*>", "\0", text).split("\0")
    return [" ".join(part.split()) for part in shown if _WORD.search(_NAMES.sub("", part))]


def find_glued_in_template(source: str) -> list[str]:
    """Return the lines of a template that join a message with a value, and those with the filter ``pluralize``."""
    glued = []
    for line in _BLOCK.sub("", source).splitlines():
        text = re.sub(r"<(?:{%.*?%}|[^<>])*>", "", line)
        is_joined = re.search(r"}}[^·|]*{%\s*translate|{%\s*translate[^·|]*{{", text)
        if is_joined or "pluralize" in line or re.search(r"\w\s*{%\s*(if|for|else|elif)\b", text):
            glued.append(line.strip())
    return glued


def find_js_text(source: str) -> list[str]:
    """Return the string literals of a script that readers would see; names of keys are none."""
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", source, flags=re.DOTALL)
    code = re.sub(r"(?:Error|NoSuchStep)\((?:`[^`]*`|\"[^\"]*\")\)", "", code)
    return [
        text
        for text in _read_literals(code)
        if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}|^(?!Arrow$)[A-Z][a-z]+$", text)
    ]


def _read_literals(code: str) -> Iterator[str]:
    for found in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code):
        yield found[1] if found[1] is not None else found[2]


def find_css_text(source: str) -> list[str]:
    """Return the texts of a style sheet that readers would see."""
    return [text for text in re.findall(r'content:\s*"([^"]*)"', source) if _WORD.search(text)]

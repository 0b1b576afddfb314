"""
Messages of Python sources: find those marked for translation, text for readers without a mark, and glued sentences.

Extraction for translators (a catalogue) is a task for Babel's Python extractor, which reads the same calls; it comes
with the first translation. The checks here read the calls by ``ast``, since they need their surroundings, too.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import Formatter

__all__ = ["Message", "Pseudo", "find_glued", "find_messages", "find_unmarked", "placeholders"]

#: Marking calls: the position of the context, if any, and those of the messages.
MARKS: dict[str, tuple[int | None, tuple[int, ...]]] = {
    "gettext": (None, (0,)),
    "ngettext": (None, (0, 1)),
    "pgettext": (0, (1,)),
    "npgettext": (0, (1, 2)),
    "gettext_noop": (None, (0,)),
    "gettext_lazy": (None, (0,)),
}
#: Functions through which a message may pass on its way into markup.
_WRAPPERS = {"escaped", "Html", "format_markup", "fill"}
#: Attributes that readers hear or see.
_ATTRIBUTES = r'(?:aria-label|alt|title|placeholder)="([^"]*)"'
_PLACEHOLDER = "\0"


@dataclass(frozen=True)
class Message:
    """A message as its marking call has it."""

    line: int
    context: str | None
    singular: str
    plural: str | None

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.singular,) if self.plural is None else (self.singular, self.plural)

    @property
    def names(self) -> set[str]:
        """The names of the placeholders."""
        return set().union(*map(placeholders, self.forms))


class Pseudo:
    """
    A translator that puts every message in brackets and its letters into another alphabet.

    An ASCII letter on a page then comes from a text without translation, and a sentence that is not in one pair of
    brackets was glued.
    """

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{\w+\})", message)
        return f"⟦{''.join(part if part.startswith('{') else _wide(part) for part in parts)}⟧"

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return self.gettext(singular if n == 1 else plural)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        return self.ngettext(singular, plural, n)


def _wide(text: str) -> str:
    return re.sub("[A-Za-z]", lambda letter: chr(ord(letter[0]) + 0xFEE0), text)


def placeholders(message: str) -> set[str]:
    """Return the names of a message's placeholders; an empty name is a positional one."""
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def find_messages(source: str) -> list[Message]:
    """
    Return the messages that a source marks.

    Raises:
        ValueError: a message is not a literal, so that no extractor finds it.
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or _name(node.func) not in MARKS:
            continue
        context, positions = MARKS[_name(node.func)]
        used = positions if context is None else (context, *positions)
        literals = [node.args[index] for index in used]
        texts = [str(literal.value) for literal in literals if isinstance(literal, ast.Constant)]
        if len(texts) < len(literals):
            raise ValueError(f"line {node.lineno}: not a literal in {ast.unparse(node)}")
        forms = texts if context is None else texts[1:]
        found.append(
            Message(
                node.lineno,
                None if context is None else texts[0],
                forms[0],
                forms[1] if len(forms) > 1 else None,
            )
        )
    return found


def find_unmarked(source: str) -> list[str]:
    """Return the literals of a source that a reader would see although they are not marked."""
    tree = ast.parse(source)
    found = []
    for node in _texts(tree):
        text = _flat(node)
        if any(_is_for_readers(part) for part in _shown_parts(text)):
            found.append(f"line {node.lineno}: {text.replace(_PLACEHOLDER, '{}')}")
    return found


def find_glued(source: str) -> list[str]:
    """Return the places where a source joins a message with other text to a sentence."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in MARKS and _is_glued(node, parents):
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
        if isinstance(node, ast.Call) and _is_list_join(node):
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
        if isinstance(node, ast.JoinedStr) and re.search(rf"{_PLACEHOLDER}s\b", _flat(node)):
            found.append(f"line {node.lineno}: {ast.unparse(node)} appends a plural s")
    return found


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _texts(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Return the string literals that are not docstrings, messages, names, or words for developers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise | ast.Assert):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Assign) and any(_name(target) == "__all__" for target in node.targets):
            continue
        if isinstance(node, ast.Call) and _name(node.func) in MARKS:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node
            for value in node.values:
                if isinstance(value, ast.FormattedValue):
                    yield from _texts(value)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node
        else:
            yield from _texts(node)


def _flat(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else _PLACEHOLDER for part in node.values
    )


def _shown_parts(text: str) -> Iterable[str]:
    """Return the parts of a literal that readers get: all of plain text, contents and labels of markup."""
    if not re.search(r'[<>]|="', text):
        # plain text of one word is no sentence; whole games played through a pseudo translator find it
        return [text] if re.search(r"[A-Za-z]{2,}.*\s|^[A-Z][a-z]{2,}$", text) else []
    contents = re.findall(r">([^<>]*)(?:<|$)", text) + re.findall(r"^([^<>=]*)<", text)
    return [*contents, *re.findall(_ATTRIBUTES, text)]


def _is_for_readers(part: str) -> bool:
    return re.search(r"[A-Za-z]{2,}", re.sub(r"&#?\w+;", "", part)) is not None


def _is_glued(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Return whether a marked message, or what is made of it at once, is joined with other text."""
    parent = parents[node]
    if isinstance(parent, ast.Attribute) and parent.attr == "format":
        return _is_glued(parents[parent], parents)
    if isinstance(parent, ast.Call) and _name(parent.func) in _WRAPPERS:
        return _is_glued(parent, parents)
    if isinstance(parent, ast.BinOp):
        return True
    if not isinstance(parent, ast.FormattedValue):
        return False
    whole = parents[parent]
    assert isinstance(whole, ast.JoinedStr)
    index = whole.values.index(parent)
    before = _flat(ast.JoinedStr(whole.values[:index]))
    after = _flat(ast.JoinedStr(whole.values[index + 1 :]))
    return not (before.endswith((">", '"')) and after.startswith(("<", '"')))


def _is_list_join(node: ast.Call) -> bool:
    """Return whether a node joins a list for readers: ``", ".join(...)``."""
    return (
        isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and isinstance(node.func.value, ast.Constant)
        and re.search(r"[,;:·]|\w\w", str(node.func.value.value)) is not None
    )

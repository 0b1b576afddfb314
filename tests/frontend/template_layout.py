"""Layout of templates: find lines with more than one tag, and lines indented otherwise than by their depth."""

import re
from collections.abc import Iterator

__all__ = ["find_layout_faults"]

#: Elements that may stand inside a line of text.
_INLINE = {"a", "b", "br", "code", "kbd", "small", "span"}
#: Elements without an end tag.
_VOID = {"br", "input", "link", "meta", "path", "rect", "use"}
#: Block tags of Django that end with ``end...``.
_BLOCKS = {"block", "blocktranslate", "for", "if"}
#: Block tags that may open and close in one line, around text.
_ONE_LINE = {"block", "blocktranslate", "comment"}
#: Tags between the beginning and the end of a block tag, at its depth.
_MIDDLE = {"elif", "else", "empty", "plural"}

_TOKEN = re.compile(
    r"{%-?\s*(?P<tag>\w+).*?%}|<(?P<end>/?)(?P<element>[a-z][\w-]*)(?P<rest>[^<>]*)>", re.DOTALL
)
#: What is inside the angle brackets of an element: its Django tags are values, not layout.
_ELEMENT = re.compile(r"<[a-z][^<>]*?({%.*?%}[^<>]*?)+>", re.DOTALL)
_PRE = re.compile(r"(<pre\b[^>]*>).*?(</pre>)", re.DOTALL)


def find_layout_faults(source: str) -> list[str]:
    """
    Return the faults of a template's layout.

    Each element and each block tag begins a line, indented by two spaces per level. An element may end in its line if
    it holds only text and inline elements. The content of ``pre`` is left alone.
    """
    depth = 0
    faults = []
    for number, line in enumerate(_PRE.sub(r"\1\2", source).splitlines(), 1):
        text = line.strip()
        if not text:
            faults.append(f"line {number}: empty")
            continue
        tokens = list(_read_tokens(text))
        own = [token for token in tokens if not token.is_inline]
        begins = depth - (1 if tokens and tokens[0].closes else 0)
        if len(line) - len(line.lstrip()) != 2 * begins:
            faults.append(f"line {number}: is indented by other than {2 * begins}")
        faults += [f"line {number}: {fault}" for fault in _judge(text, own)]
        depth += sum(token.change for token in tokens)
    return faults if depth == 0 else [*faults, f"ends at depth {depth}"]


class _Token:
    def __init__(self, found: re.Match[str]) -> None:
        tag, element = found["tag"], found["element"]
        self.start = found.start()
        self.name = tag or element
        self.is_inline = element in _INLINE
        self.change = 0
        self.is_middle = tag in _MIDDLE
        if tag:
            name = tag.removeprefix("end")
            self.change = (tag in _BLOCKS) - (tag != name and name in _BLOCKS)
        elif element not in _VOID and not found["rest"].endswith("/"):
            self.change = -1 if found["end"] else 1

    @property
    def closes(self) -> bool:
        return self.change < 0 or self.is_middle

    @property
    def matters(self) -> bool:
        return self.change != 0 or self.is_middle


def _read_tokens(text: str) -> Iterator[_Token]:
    # Django's tags inside an element's angle brackets are no layout.
    plain = _ELEMENT.sub(lambda found: re.sub(r"{%.*?%}", lambda tag: "·" * len(tag[0]), found[0]), text)
    for found in _TOKEN.finditer(plain):
        yield _Token(found)


def _judge(text: str, tokens: list[_Token]) -> Iterator[str]:
    """Yield the faults of one line, from its tokens without inline elements."""
    tokens = [token for token in tokens if token.matters or token.name in _VOID]
    if not tokens:
        return
    if tokens[0].start and not (tokens[0].closes and tokens[0].start == 0):
        yield f"{tokens[0].name} does not begin the line"
    rest = tokens[1:]
    first = tokens[0]
    if not rest:
        return
    pairs = [token for token in rest if token.name.removeprefix("end") == first.name]
    others = [
        token for token in rest if token not in pairs and token.name.removeprefix("end") not in _ONE_LINE
    ]
    if others or len(pairs) > 1:
        yield f"{(others or pairs)[0].name} shares the line of {first.name}"
    elif first.name in _BLOCKS - _ONE_LINE:
        yield f"{first.name} opens and closes in one line"

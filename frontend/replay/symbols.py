"""The sprite: symbols drawn once, of which a page carries only those it uses."""

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from frontend.replay.errors import UnknownSymbol
from frontend.replay.markup import Html

__all__ = ["SPRITE", "sprite", "symbol_names", "symbols_used"]

#: The file pages may also link to; it is part of the static files.
SPRITE = Path(__file__).resolve().parent.parent / "static" / "frontend" / "symbols.svg"

_DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_USED = re.compile(r'<use href="#([a-z0-9_-]+)"')
_SYMBOL = re.compile(r'<symbol id="([a-z0-9_-]+)".*?</symbol>', re.DOTALL)


@lru_cache(maxsize=1)
def _pieces() -> tuple[str, dict[str, str]]:
    text = SPRITE.read_text(encoding="utf-8")
    defs = _DEFS.search(text)
    return defs.group() if defs else "", {found.group(1): found.group() for found in _SYMBOL.finditer(text)}


def symbol_names() -> frozenset[str]:
    """Return the names of all symbols of the sprite."""
    return frozenset(_pieces()[1])


@lru_cache(maxsize=64)
def _sprite(names: frozenset[str]) -> Html:
    defs, symbols = _pieces()
    for name in sorted(names):
        if name not in symbols:
            raise UnknownSymbol(name)
    chosen = "".join(text for name, text in symbols.items() if name in names)
    return Html(f'<svg class="sprite" aria-hidden="true" focusable="false">{defs}{chosen}</svg>')


def sprite(names: Iterable[str], more: str = "") -> Html:
    """
    Return the hidden ``svg`` element with the patterns and these symbols, for the top of a page's body.

    Args:
        more: markup of a drawing's own that goes along.

    Raises:
        UnknownSymbol: the sprite has no such symbol.
    """
    drawn = _sprite(frozenset(names))
    return Html(f"{drawn.removesuffix('</svg>')}{more}</svg>") if more else drawn


def symbols_used(drawings: Iterable[str]) -> frozenset[str]:
    """Return the names of the symbols that drawings use."""
    return frozenset(name for drawing in drawings for name in _USED.findall(drawing))

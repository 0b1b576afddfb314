"""
Draw docs/pictures/rooms.svg from the contracts of importlinter.ini: ``python -m tests.architecture.rooms`` writes it.

Each app is a band, and each level of its contract a row: a package imports only from rows below its own. An app whose
packages have no contract of their own gets one row.
"""

from configparser import ConfigParser
from html import escape
from typing import NamedTuple

from config.env import CHECKOUT

__all__ = ["PICTURE", "App", "drawn", "read_apps"]

PICTURE = CHECKOUT / "docs" / "pictures" / "rooms.svg"

_WIDTH, _MARGIN = 640, 12
_ROW, _BOX, _GAP = 36, 26, 10
_LABEL = 140
#: Width of a letter, and of a box without its letters.
_LETTER, _PADDING = 7.4, 20


class App(NamedTuple):
    """One of the six packages, with the rows of its own packages from the top down."""

    name: str
    rows: list[list[str]]


def read_apps() -> list[list[App]]:
    """Return the apps from the top down; those on one level, which do not import each other, together."""
    contracts = ConfigParser()
    contracts.read(CHECKOUT / "importlinter.ini")
    order = _levels(contracts["importlinter:contract:layers"]["layers"])
    rooms = {
        section["containers"].strip(): _levels(section["layers"])
        for section in map(contracts.__getitem__, contracts.sections())
        if section.get("type") == "layers" and "containers" in section
    }
    return [[App(name, rooms.get(name) or [packages_of(name)]) for name in level] for level in order]


def packages_of(app: str) -> list[str]:
    """Return the names of an app's packages."""
    return sorted(path.parent.name for path in (CHECKOUT / app).glob("*/__init__.py"))


def drawn() -> str:
    """Return the picture as SVG."""
    parts: list[str] = []
    top = _MARGIN
    for level in read_apps():
        for app in level:
            height = _band(app, top, parts)
            top += height + _GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top - _GAP + _MARGIN}" role="img"'
        ' aria-labelledby="title" font-family="sans-serif" font-size="13">\n'
        '<title id="title">Packages of Rodeo: each imports only from the rows below its own</title>\n'
        f'<rect width="{_WIDTH}" height="{top - _GAP + _MARGIN}" fill="#fbf7ef"/>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def _levels(text: str) -> list[list[str]]:
    return [[name.strip() for name in line.split("|")] for line in text.strip().splitlines()]


def _band(app: App, top: int, parts: list[str]) -> int:
    """Append an app's band to the parts, and return its height."""
    lines = [line for row in app.rows for line in _lines(row)]
    height = len(lines) * _ROW + _GAP
    parts.append(
        f'<g id="{app.name}"><rect x="{_MARGIN}" y="{top}" width="{_WIDTH - 2 * _MARGIN}" height="{height}" rx="6"'
        f' fill="#efe4cd"/><text x="{_MARGIN + 12}" y="{top + height / 2 + 5:g}" font-weight="bold"'
        f' font-size="15">{escape(app.name)}</text>'
    )
    for number, line in enumerate(lines):
        y = top + _GAP // 2 + number * _ROW + (_ROW - _BOX) // 2
        x = float(_LABEL)
        for name in line:
            parts.append(_box(name, x, y))
            x += _box_width(name) + _GAP
    parts.append("</g>")
    return height


def _lines(row: list[str]) -> list[list[str]]:
    """Return a row broken into lines that fit."""
    lines: list[list[str]] = [[]]
    room = _WIDTH - _LABEL - 2 * _MARGIN
    for name in row:
        taken = sum(_box_width(other) + _GAP for other in lines[-1])
        if lines[-1] and taken + _box_width(name) > room:
            lines.append([])
        lines[-1].append(name)
    return lines


def _box(name: str, x: float, y: int) -> str:
    width = _box_width(name)
    return (
        f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{_BOX}" rx="4" fill="#fff" stroke="#8a6d3b"/>'
        f'<text x="{x + width / 2:g}" y="{y + 18}" text-anchor="middle">{escape(name)}</text>'
    )


def _box_width(name: str) -> float:
    return round(len(name) * _LETTER + _PADDING, 1)


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

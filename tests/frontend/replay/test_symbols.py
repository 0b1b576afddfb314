"""The sprite: pages carry the symbols they use, and no others."""

import re
from xml.etree import ElementTree

import pytest

from frontend.replay import sprite
from frontend.replay.errors import UnknownSymbol
from frontend.replay.symbols import SPRITE, symbol_names, symbols_used


def test_a_page_carries_only_the_symbols_it_names():
    markup = sprite({"cow", "land-farm"})

    assert re.findall(r'<symbol id="([^"]+)"', markup) == ["land-farm", "cow"]
    assert '<pattern id="pat-b"' in markup
    assert markup.startswith('<svg class="sprite" aria-hidden="true"')


def test_an_unknown_symbol_is_refused_by_name():
    with pytest.raises(UnknownSymbol) as refused:
        sprite({"unicorn"})

    assert refused.value.symbol == "unicorn"


def test_the_sprite_is_well_formed_and_its_ids_are_unique():
    root = ElementTree.parse(SPRITE).getroot()

    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert symbol_names() == {
        element.get("id") for element in root.iter("{http://www.w3.org/2000/svg}symbol")
    }


def test_patterns_a_symbol_refers_to_are_in_the_sprite():
    text = SPRITE.read_text(encoding="utf-8")

    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(re.findall(r'<pattern id="([^"]+)"', text))


def test_the_sprite_has_no_inline_styles_or_scripts():
    text = SPRITE.read_text(encoding="utf-8")

    assert "style=" not in text
    assert "<script" not in text


def test_symbols_used_are_found_in_drawings():
    assert symbols_used(['<g><use href="#cow" x="1"/></g>', '<use href="#land-farm"/>', ""]) == {
        "cow",
        "land-farm",
    }

"""
Nouns of Moon River as messages: landscapes, partners, resources, cows.

Each noun has a counted form ("farm", "3 farms") and a form for the object of a sentence ("a farm", "two farms").
"""

from collections.abc import Callable, Mapping

from frontend.replay.translation import Translator

__all__ = [
    "count_cows",
    "count_landscapes",
    "count_partners",
    "count_resources",
    "name_landscape_object",
    "name_partner_object",
]

#: A noun for a number of things: the message, where the number may be left out for one.
_Noun = Callable[[Translator, int], str]

_LANDSCAPES: Mapping[str, _Noun] = {
    "desert": lambda tr, n: tr.ngettext("desert", "{n} deserts", n),
    "canyon": lambda tr, n: tr.ngettext("canyon", "{n} canyons", n),
    "meadow": lambda tr, n: tr.ngettext("meadow", "{n} meadows", n),
    "forest": lambda tr, n: tr.ngettext("forest", "{n} forests", n),
    "farm": lambda tr, n: tr.ngettext("farm", "{n} farms", n),
    "corn_field": lambda tr, n: tr.ngettext("corn field", "{n} corn fields", n),
}
_LANDSCAPE_OBJECTS: Mapping[str, _Noun] = {
    "desert": lambda tr, n: tr.npgettext("object", "a desert", "two deserts", n),
    "canyon": lambda tr, n: tr.npgettext("object", "a canyon", "two canyons", n),
    "meadow": lambda tr, n: tr.npgettext("object", "a meadow", "two meadows", n),
    "forest": lambda tr, n: tr.npgettext("object", "a forest", "two forests", n),
    "farm": lambda tr, n: tr.npgettext("object", "a farm", "two farms", n),
    "corn_field": lambda tr, n: tr.npgettext("object", "a corn field", "two corn fields", n),
}
_PARTNERS: Mapping[str, _Noun] = {
    "cowboy": lambda tr, n: tr.ngettext("cowboy", "{n} cowboys", n),
    "desperado": lambda tr, n: tr.ngettext("desperado", "{n} desperados", n),
    "cattle_thief": lambda tr, n: tr.ngettext("cattle thief", "{n} cattle thieves", n),
    "gold_digger": lambda tr, n: tr.ngettext("gold digger", "{n} gold diggers", n),
    "trapper": lambda tr, n: tr.ngettext("trapper", "{n} trappers", n),
    "farmer": lambda tr, n: tr.ngettext("farmer", "{n} farmers", n),
}
_PARTNER_OBJECTS: Mapping[str, Callable[[Translator], str]] = {
    "cowboy": lambda tr: tr.pgettext("object", "a cowboy"),
    "desperado": lambda tr: tr.pgettext("object", "a desperado"),
    "cattle_thief": lambda tr: tr.pgettext("object", "a cattle thief"),
    "gold_digger": lambda tr: tr.pgettext("object", "a gold digger"),
    "trapper": lambda tr: tr.pgettext("object", "a trapper"),
    "farmer": lambda tr: tr.pgettext("object", "a farmer"),
}
_RESOURCES: Mapping[str, _Noun] = {
    "gold": lambda tr, n: tr.ngettext("{n} gold", "{n} gold", n),
    "beaver": lambda tr, n: tr.ngettext("{n} beaver", "{n} beaver", n),
    "corn": lambda tr, n: tr.ngettext("{n} corn", "{n} corn", n),
}


def count_landscapes(tr: Translator, landscape: str, n: int = 1) -> str:
    """Return a landscape's name, with the number from two on: ``corn field``, ``2 corn fields``."""
    return _LANDSCAPES[landscape](tr, n).format(n=n)


def name_landscape_object(tr: Translator, landscape: str, n: int = 1) -> str:
    """Return one or two plots of a landscape as the object of a sentence: ``a farm``, ``two farms``."""
    return _LANDSCAPE_OBJECTS[landscape](tr, n)


def count_partners(tr: Translator, name: str, n: int = 1) -> str:
    """Return a partner's name, with the number from two on: ``cattle thief``, ``2 cattle thieves``."""
    return _PARTNERS[name](tr, n).format(n=n)


def name_partner_object(tr: Translator, name: str) -> str:
    """Return a partner as the object of a sentence: ``a cattle thief``."""
    return _PARTNER_OBJECTS[name](tr)


def count_resources(tr: Translator, resource: str, n: int) -> str:
    """Return a number of resource symbols: ``2 beaver``."""
    return _RESOURCES[resource](tr, n).format(n=n)


def count_cows(tr: Translator, n: int) -> str:
    """Return a number of cows: ``1 cow``, ``3 cows``."""
    return tr.ngettext("{n} cow", "{n} cows", n).format(n=n)

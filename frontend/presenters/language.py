"""Translator of the active language, for drawings and for lists within sentences."""

from collections.abc import Sequence
from functools import cache, lru_cache

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation.trans_real import translation

from frontend.replay import Translator
from frontend.replay import join_items as join_items_by

__all__ = ["active_translator", "join_items"]

#: Maximum number of plural forms in a translator's LRU cache: messages by number.
_PLURALS = 4096


class _CachedTranslator:
    """
    A translator that remembers every message.

    A frame of a replay translates about fifty messages, and Django searches all its catalogues for each.
    """

    def __init__(self, translator: Translator) -> None:
        self.gettext = lru_cache(maxsize=None)(translator.gettext)
        self.pgettext = lru_cache(maxsize=None)(translator.pgettext)
        self.ngettext = lru_cache(maxsize=_PLURALS)(translator.ngettext)
        self.npgettext = lru_cache(maxsize=_PLURALS)(translator.npgettext)


@cache
def _cache_messages(translator: Translator) -> Translator:
    return _CachedTranslator(translator)


def active_translator() -> Translator:
    """Return the translator of the active language: one object per language."""
    return _cache_messages(translation(get_language() or settings.LANGUAGE_CODE))


def join_items(items: Sequence[str]) -> str:
    """Return a list in the active language: ``a, b, c``."""
    return join_items_by(active_translator(), items)

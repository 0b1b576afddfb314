"""Translator of the active language, for drawings and for lists within sentences."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation.trans_real import translation

from frontend.replay import Translator
from frontend.replay import join_and as join_and_by
from frontend.replay import join_items as join_items_by

__all__ = ["active_translator", "join_and", "join_items"]


def active_translator() -> Translator:
    """Return the translator of the active language: one object per language, as Django keeps it."""
    return translation(get_language() or settings.LANGUAGE_CODE)


def join_items(items: Sequence[str]) -> str:
    """Return a list in the active language: ``a, b, c``."""
    return join_items_by(active_translator(), items)


def join_and(items: Sequence[str]) -> str:
    """Return a list within a sentence in the active language: ``a, b and c``."""
    return join_and_by(active_translator(), items)

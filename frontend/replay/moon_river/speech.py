"""Small words of Moon River: articles, names of partners."""

__all__ = ["partner_words", "with_article"]


def with_article(words: str) -> str:
    """Return a noun with ``a``: no noun of this game begins with a vowel."""
    return f"a {words}"


def partner_words(name: str) -> str:
    """Return a partner's name for people: ``cattle thief``."""
    return name.replace("_", " ")

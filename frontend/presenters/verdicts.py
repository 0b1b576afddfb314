"""Verdicts in words: what the last verification of a game found."""

from dataclasses import dataclass

from games.models import Game, GameVerdict

__all__ = ["VERDICTS", "VerdictWords", "verdict_words"]


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """A verdict as a stamp (``title``, its class ``css``), what it means, and a sentence about one game."""

    title: str
    css: str
    meaning: str
    sentence: str = ""


VERDICTS: dict[GameVerdict, VerdictWords] = {
    GameVerdict.EXACT: VerdictWords(
        "Checked: exact",
        "exact",
        "Every event is legal, everything dealt is what the committed seed dictates, all hashes agree, "
        "and the scores are those the rules give.",
    ),
    GameVerdict.CHANCE_UNPROVEN: VerdictWords(
        "Checked: chance unproven",
        "partly",
        "As exact, but without a seed to prove the dealing by. What was dealt is possible: nothing came up more "
        "often than it exists.",
    ),
    GameVerdict.DIVERGED: VerdictWords(
        "Diverged",
        "broken",
        "One step is not what it should be. The viewer stops before it: nothing from there on is shown as true.",
    ),
    GameVerdict.UNVERIFIED: VerdictWords(
        "Not checked yet",
        "plain",
        "Nobody has replayed the whole game since its log last changed. Each step you look at is judged on the way "
        "all the same.",
    ),
}


def verdict_words(game: Game, diverged_at: int | None = None) -> VerdictWords:
    """
    Return the words about a game's verdict.

    Args:
        diverged_at: where a replay has just found the log to be wrong: that outweighs what is stored.
    """
    verdict = GameVerdict(game.verdict) if diverged_at is None else GameVerdict.DIVERGED
    words = VERDICTS[verdict]
    if verdict is GameVerdict.DIVERGED:
        step = game.verdict_step if diverged_at is None else diverged_at
        title = f"Diverged at step {step}"
        return VerdictWords(title, words.css, words.meaning, f"{title}. {words.meaning}")
    return VerdictWords(words.title, words.css, words.meaning, f"{words.title}. {words.meaning}")

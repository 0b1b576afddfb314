"""The facts of a game: result by seat, seed and commitment, head hash, where it belongs."""

from collections.abc import Sequence
from dataclasses import dataclass

from frontend.presenters.seeds import SeedFacts, seed_facts
from frontend.presenters.titles import option_words, ruleset_title
from frontend.replay import Drawing, Scene
from games.models import Game, GameOrigin
from games.queries import ThinkingTime
from tournaments.models import EnteredGame
from tournaments.selectors import GamePlace, game_entry, game_place

__all__ = ["Facts", "SeatFacts", "game_facts"]


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat: who played, and with which result. Numbers are None until the game is finished."""

    number: int
    player: str
    bot: str | None
    place: int | None
    score: int | None
    parts: tuple[int | None, ...]
    ties: tuple[int | None, ...]
    forfeit: str
    thinking: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """
    All a page tells of a game beside its steps.

    ``about`` is what the components say of themselves.
    """

    ruleset_title: str
    options: tuple[tuple[str, str], ...]
    about: str
    place: GamePlace | None
    entry: EnteredGame | None
    seats: tuple[SeatFacts, ...]
    part_titles: tuple[str, ...]
    tie_titles: tuple[str, ...]
    seed: SeedFacts
    head: str


def game_facts(
    game: Game,
    drawing: Drawing,
    scene: Scene | None,
    thoughts: Sequence[ThinkingTime],
    *,
    is_true: bool = True,
) -> Facts:
    """
    Return the facts of a game.

    Args:
        scene: any scene of the game: it names the parts of a score.
        thoughts: how long each seat thought, decision by decision.
        is_true: whether the log was found right; else no result is told.
    """
    parts = {part.name: part.title for part in scene.panels[0].parts} if scene else {}
    return Facts(
        ruleset_title=ruleset_title(game.ruleset),
        options=tuple(option_words(game.options_data)),
        about=drawing.about(game.components),
        place=game_place(game.pk),
        entry=game_entry(game.pk) if game.origin == GameOrigin.SUBMITTED else None,
        seats=_seats(game, tuple(parts), len(drawing.tie_titles), thoughts, is_true=is_true),
        part_titles=tuple(parts.values()),
        tie_titles=drawing.tie_titles,
        seed=seed_facts(game),
        head=bytes(game.head_hash).hex() if game.head_seq else "",
    )


def _seats(
    game: Game, parts: tuple[str, ...], ties: int, thoughts: Sequence[ThinkingTime], *, is_true: bool
) -> tuple[SeatFacts, ...]:
    return tuple(
        SeatFacts(
            number=seat.number,
            player=seat.player,
            bot=seat.bot.name if seat.bot else None,
            place=seat.place if is_true else None,
            score=seat.score if is_true else None,
            parts=tuple(((is_true and seat.parts) or {}).get(name) for name in parts),
            ties=tuple(seat.ties) if is_true and seat.ties else (None,) * ties,
            forfeit=seat.get_forfeit_display() if seat.forfeit else "",
            thinking=_thinking(seat.number, thoughts),
        )
        for seat in game.seating.all()
    )


def _thinking(seat: int, thoughts: Sequence[ThinkingTime]) -> int | None:
    return sum(each.milliseconds for each in thoughts if each.seat == seat) if thoughts else None

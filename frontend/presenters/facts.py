"""The facts of a game: result by seat, seed and commitment, head hash, its tournament."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from frontend.presenters.seeds import SeedFacts, seed_facts
from frontend.presenters.titles import format_options, ruleset_title
from frontend.replay import Drawing, Html, Scene, Translator, escaped, join_items
from games.models import Game, GameOrigin
from games.queries import ThinkingTime
from tournaments.models import EnteredGame
from tournaments.selectors import GameSlot, game_entry, game_slot

__all__ = ["Facts", "SeatFacts", "game_facts"]


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat with its player and its result. Numbers are None until the game is finished."""

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
    Everything a page shows of a game in addition to its steps.

    Args:
        game: number, ruleset, components and options in one line.
        components: the name of the component set.
        about: the component set's description of itself.
        players: the players in a list.
        match: round, match and deal of a game of a tournament; empty for other games.
        plan: the same with tournament and seat order, as markup.
        tie_breaks: the tie-breaks in a sentence; empty if the ruleset has none.
    """

    ruleset_title: str
    game: str
    components: str
    about: str
    players: str
    match: str
    plan: Html
    place: GameSlot | None
    entry: EnteredGame | None
    seats: tuple[SeatFacts, ...]
    part_titles: tuple[str, ...]
    tie_titles: tuple[str, ...]
    tie_breaks: str
    seed: SeedFacts
    head: Html


def game_facts(
    game: Game,
    drawing: Drawing,
    scene: Scene | None,
    thoughts: Sequence[ThinkingTime],
    translator: Translator,
    *,
    is_true: bool = True,
) -> Facts:
    """
    Return the facts of a game.

    Args:
        scene: any scene of the game: it names the parts of a score.
        thoughts: how long each seat thought, decision by decision.
        is_true: whether the log was found right; if not, the result is left out.
    """
    parts = {part.name: part.title for part in scene.panels[0].parts} if scene else {}
    ties = tuple(map(translator.gettext, drawing.tie_titles))
    seats = _list_seats(game, tuple(parts), len(ties), thoughts, is_true=is_true)
    place = game_slot(game.pk)
    return Facts(
        ruleset_title=ruleset_title(game.ruleset),
        game=_describe_game(game, translator),
        components=translator.gettext("Components {components}").format(components=game.components),
        about=drawing.about(game.components),
        players=join_items(translator, [seat.player for seat in seats]),
        match=_describe_match(place, translator),
        plan=_describe_plan(place, translator),
        place=place,
        entry=game_entry(game.pk) if game.origin == GameOrigin.SUBMITTED else None,
        seats=seats,
        part_titles=tuple(parts.values()),
        tie_titles=ties,
        tie_breaks=_describe_tie_breaks(ties, translator),
        seed=seed_facts(game),
        head=_describe_head(game, translator),
    )


def _describe_game(game: Game, translator: Translator) -> str:
    title = translator.gettext("{game}, {title} ({ruleset}, components {components})").format(
        game=game.pk,
        title=ruleset_title(game.ruleset),
        ruleset=game.ruleset,
        components=game.components,
    )
    # Translators: an option of a game with its value, in a list
    option = translator.pgettext("option", "{name} {value}")
    options = [option.format(name=name, value=value) for name, value in format_options(game.options_data)]
    return join_items(translator, [title, *options])


def _describe_match(place: GameSlot | None, translator: Translator) -> str:
    if place is None:
        return ""
    text = translator.gettext("round {round}, match {match}, deal {deal}")
    return text.format(round=place.round, match=place.match, deal=place.deal)


def _describe_plan(place: GameSlot | None, translator: Translator) -> Html:
    if place is None:
        return Html("")
    text = translator.gettext(
        '<a href="{href}">{tournament}</a>, round {round}, match {match}, deal {deal}, seat order {order}'
    )
    return Html(
        text.format(
            href=reverse("tournament", args=[place.tournament_id]),
            tournament=escaped(place.tournament),
            round=place.round,
            match=place.match,
            deal=place.deal,
            order=place.order,
        )
    )


def _describe_head(game: Game, translator: Translator) -> Html:
    """Return the head hash with the number of events as markup."""
    if not game.head_seq:
        return Html(escaped(translator.gettext("no event yet")))
    text = translator.ngettext(
        "<code>{head}</code> after {n} event", "<code>{head}</code> after {n} events", game.head_seq
    )
    return Html(text.format(head=bytes(game.head_hash).hex(), n=game.head_seq))


def _describe_tie_breaks(titles: Sequence[str], translator: Translator) -> str:
    if not titles:
        return ""
    text = translator.ngettext(
        "Ties in points are broken by {titles}. Seats that are still equal share the place.",
        "Ties in points are broken by these, in this order: {titles}. Seats that are still equal share the place.",
        len(titles),
    )
    return text.format(titles=join_items(translator, titles))


def _list_seats(
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
            thinking=_sum_thinking(seat.number, thoughts),
        )
        for seat in game.seating.all()
    )


def _sum_thinking(seat: int, thoughts: Sequence[ThinkingTime]) -> int | None:
    return sum(each.milliseconds for each in thoughts if each.seat == seat) if thoughts else None

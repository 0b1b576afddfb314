"""
Rancher bot: a heuristic player of Moon River that plans territories, cows and partners.

It estimates the final value of a ranch: the points so far, the growth of herds in territories with free cells, the
gain of partners from future symbols, the value of the plots in hand, and the cost of holes. To choose a plot, it adds
each plot to its hand and values the best domino it could build.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.core import Action, Generator, Observation, Ruleset
from engine.rulesets.moon_river import (
    ALL,
    CORN_FIELD,
    DOMINO_PLACED,
    FARMER,
    FIELDS,
    GOLD_DIGGER,
    KIND_SHIFT,
    LANDSCAPES,
    RESOURCES,
    TRAPPER,
    MoonRiverState,
    find_neighbours,
    find_protected_land,
    phases,
    split_territories,
    sum_points,
)

__all__ = ["Outlook", "RancherBot", "estimate_prospects"]

_LANDSCAPES: Final = len(LANDSCAPES)
_RESOURCES: Final = len(RESOURCES)
#: The token (specialist side up) that scores each resource, in the order of resources.
_SPECIALISTS: Final = tuple(1 + 2 * partner for partner in (GOLD_DIGGER, TRAPPER, FARMER))
#: Symbols of each resource on an average plot of the component set.
_SYMBOLS_A_PLOT: Final = (17 / 96, 16 / 96, 49 / 96)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Values in points of future gains, tuned by play against the greedy bot."""

    #: per cow, for each free cell next to its territory.
    growth: float = 0.35
    #: per plot of a territory without cows, if its landscape feeds cows.
    pasture: float = 0.15
    #: per free cell that no domino can cover any more.
    hole: float = -0.8
    #: per circle that is not resolved yet.
    circle: float = 4.0
    #: per expected symbol and partner that scores it.
    symbol: float = 0.6
    #: per cow and territory plot of a herd that no thief can reach.
    safety: float = 0.1
    #: per point of the leading opponent.
    rivalry: float = 0.25
    #: per plot in hand.
    plot: float = 0.4
    #: per printed cow on a plot to choose.
    cow: float = 2.0
    #: weight of a plot's face relative to the best domino with it.
    in_hand: float = 0.5
    #: number of a decision's best actions whose effects are searched, and the depth of that search.
    followed: int = 4
    depth: int = 2


class RancherBot:
    """Chooses the action with the highest value by its outlook."""

    def __init__(self, ruleset: Ruleset[MoonRiverState], outlook: Outlook = Outlook()) -> None:
        self._ruleset = ruleset
        self._outlook = outlook

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Choose one of the legal actions of the observation's seat."""
        state = self._ruleset.sample(observation, rng)
        seat = state.actor
        assert seat is not None, "the bot is asked while it decides"
        if state.phase in (phases.CHOOSE, phases.PLACE_RANCHERO):
            return self._choose_plot(state, seat, legal)
        return self._find_best(state, seat, legal, self._outlook.depth)[1]

    def _choose_plot(self, state: MoonRiverState, seat: int, legal: Sequence[Action]) -> Action:
        """Choose the plot that would give the best domino if it were in the hand."""
        column = state.next_column or state.column
        return max(
            legal, key=lambda action: (self._estimate_plot(state, seat, column[action & FIELDS]), -action)
        )

    def _estimate_plot(self, state: MoonRiverState, seat: int, plot: int) -> float:
        """Return the value of the best domino with a plot, or of the plot alone if no domino is possible."""
        hand = state.hands[seat]
        imagined = state.clone()
        imagined.hands[seat] = bytes(sorted((*hand, plot)))
        imagined.actor, imagined.phase, imagined.dominoes, imagined.owed = seat, phases.EXPAND, 1, False
        by_itself = self._estimate_face(state, seat, plot)
        dominoes = [action for action in imagined.legal_actions() if _is_domino_with(action, plot)]
        if not dominoes:
            return self._evaluate(state, seat) + by_itself
        built = self._find_best(imagined, seat, dominoes, 1)[0]
        return built + self._outlook.in_hand * by_itself

    def _estimate_face(self, state: MoonRiverState, seat: int, plot: int) -> float:
        """Return the expected value of a plot independent of its cell."""
        face = state.faces.box.plots[plot]
        partners = 0
        if face.resource is not None:
            token = _SPECIALISTS[RESOURCES.index(face.resource)]
            partners = state.tokens_at[seat].count(token)
        resources = face.resource_count * (1 + partners)
        return resources + self._outlook.cow * face.cows + self._outlook.circle * face.circle

    def _find_best(
        self, state: MoonRiverState, seat: int, legal: Sequence[Action], depth: int
    ) -> tuple[float, Action]:
        """Return the best value and its action; the effects of the few best actions are searched."""
        valued = []
        for action in legal:
            after = state.clone()
            after.apply(action)
            valued.append((self._evaluate(after, seat), -action, after))
        valued.sort(key=_get_value, reverse=True)
        if depth == 0:
            return valued[0][0], -valued[0][1]
        followed = [
            (self._settle(after, seat, value, depth), negative)
            for value, negative, after in valued[: self._outlook.followed]
        ]
        value, negative = max(followed)
        return value, -negative

    def _settle(self, after: MoonRiverState, seat: int, value: float, depth: int) -> float:
        """Return the value after the seat's effects and further dominoes of this turn are decided."""
        if after.actor != seat or after.phase in (phases.CHOOSE, phases.PLACE_RANCHERO, phases.DISCARD):
            return value
        return self._find_best(after, seat, after.legal_actions(), depth - 1)[0]

    def _evaluate(self, state: MoonRiverState, seat: int) -> float:
        totals = sum_points(state)
        others = max(total for other, total in enumerate(totals) if other != seat)
        return totals[seat] - self._outlook.rivalry * others + estimate_prospects(state, seat, self._outlook)


def _is_domino_with(action: Action, plot: int) -> bool:
    """Return whether an action places a domino with a plot."""
    is_domino = action >> KIND_SHIFT == DOMINO_PLACED >> KIND_SHIFT
    return is_domino and plot in (action >> 19 & 127, action >> 12 & 127)


def _get_value(entry: tuple[float, int, MoonRiverState]) -> tuple[float, int]:
    return entry[0], entry[1]


def estimate_prospects(state: MoonRiverState, seat: int, outlook: Outlook) -> float:
    """Return the expected future gain of a seat's ranch in points."""
    left = state.undealt.bit_count() / state.seats + len(state.hands[seat])
    free = state.faces.inside & ~state.faces.blocked & ~state.occupied[seat]
    if state.actor is None or not left:
        return 0.0
    share = min(1.0, left / 12)
    return (
        _estimate_herds(state, seat, free, share, outlook)
        + _estimate_partners(state, seat, left, outlook)
        + outlook.hole * _count_holes(free)
        + outlook.circle * len(state.circles) * (state.actor == seat)
        + outlook.plot * min(len(state.hands[seat]), 3)
    )


def _estimate_herds(state: MoonRiverState, seat: int, free: int, share: float, outlook: Outlook) -> float:
    cows = state.herds[seat] & ALL
    safe = find_protected_land(state, seat)
    worth = 0.0
    for landscape in range(_LANDSCAPES):
        if landscape == CORN_FIELD:
            continue
        for part in split_territories(state.land[_LANDSCAPES * seat + landscape]):
            room = min(4, (find_neighbours(part) & free).bit_count())
            herd = (part & cows).bit_count()
            if herd:
                worth += outlook.growth * herd * room * share
                worth += outlook.safety * herd * part.bit_count() * bool(part & safe)
            else:
                worth += outlook.pasture * part.bit_count() * min(room, 2) * share
    return worth


def _estimate_partners(state: MoonRiverState, seat: int, left: float, outlook: Outlook) -> float:
    if not state.partners[seat]:
        return 0.0
    tokens = state.tokens_at[seat]
    return outlook.symbol * sum(
        tokens.count(token) * left * symbols
        for token, symbols in zip(_SPECIALISTS, _SYMBOLS_A_PLOT, strict=True)
    )


def _count_holes(free: int) -> int:
    """Return the number of free cells without a free neighbour."""
    return (free & ~find_neighbours(free)).bit_count()

"""
The rancher: a heuristic player of Moon River that plans territories, cows and partners.

It values a ranch as it is likely to become: points so far, what its herds will gain while their territories
still have room to grow, what its partners will gain from symbols to come, what the plots in hand are good for,
and what holes cost. Before it chooses a plot it imagines the way to its next turn and looks what it would build.
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
#: The tokens (specialist side up) whose points grow with each resource, in the order of resources.
_SPECIALISTS: Final = tuple(1 + 2 * partner for partner in (GOLD_DIGGER, TRAPPER, FARMER))
#: Symbols of each resource on an average plot of the component set.
_SYMBOLS_A_PLOT: Final = (17 / 96, 16 / 96, 49 / 96)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What things to come are worth, in points. Found by playing against the greedy bot."""

    #: of every cow, for each free cell beside its territory that may still be filled.
    growth: float = 0.35
    #: of a territory's plot that no cow stands on yet, if its landscape feeds cows.
    pasture: float = 0.15
    #: of a free cell no domino can reach any more.
    hole: float = -0.8
    #: of a circle that is still to be resolved.
    circle: float = 4.0
    #: of a symbol still expected, per partner that scores it.
    symbol: float = 0.6
    #: of a herd no thief can reach, per cow and territory plot.
    safety: float = 0.1
    #: of what the leading opponent has.
    rivalry: float = 0.25
    #: of a plot in hand.
    plot: float = 0.4
    #: of a printed cow on a plot that is to be chosen.
    cow: float = 2.0
    #: how much a plot's face counts beside the best domino it makes now.
    in_hand: float = 0.5
    #: how many of a decision's best actions are followed through their effects, and how far.
    followed: int = 4
    depth: int = 2


class RancherBot:
    """Chooses what its outlook values most."""

    def __init__(self, ruleset: Ruleset[MoonRiverState], outlook: Outlook = Outlook()) -> None:
        self._ruleset = ruleset
        self._outlook = outlook

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Return one of the legal actions of the seat that observes."""
        state = self._ruleset.sample(observation, rng)
        seat = state.actor
        assert seat is not None, "the bot is asked while it decides"
        if state.phase in (phases.CHOOSE, phases.PLACE_RANCHERO):
            return self._choose_plot(state, seat, legal)
        return self._find_best(state, seat, legal, self._outlook.depth)[1]

    def _choose_plot(self, state: MoonRiverState, seat: int, legal: Sequence[Action]) -> Action:
        """Choose a plot: the one with which, were it in hand now, the seat would build best."""
        column = state.next_column or state.column
        return max(
            legal, key=lambda action: (self._estimate_plot(state, seat, column[action & FIELDS]), -action)
        )

    def _estimate_plot(self, state: MoonRiverState, seat: int, plot: int) -> float:
        """Return the value of the best domino with the plot, or of the plot by itself while it has no other."""
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
        """Return what a plot is likely to be worth wherever it comes to lie."""
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
        """Return the most valued action with its value: the best few are followed through their effects."""
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
        """Return the value once the seat's own effects and further dominoes of this turn are decided."""
        if after.actor != seat or after.phase in (phases.CHOOSE, phases.PLACE_RANCHERO, phases.DISCARD):
            return value
        return self._find_best(after, seat, after.legal_actions(), depth - 1)[0]

    def _evaluate(self, state: MoonRiverState, seat: int) -> float:
        totals = sum_points(state)
        others = max(total for other, total in enumerate(totals) if other != seat)
        return totals[seat] - self._outlook.rivalry * others + estimate_prospects(state, seat, self._outlook)


def _is_domino_with(action: Action, plot: int) -> bool:
    """Tell whether an action is a domino with that plot."""
    is_domino = action >> KIND_SHIFT == DOMINO_PLACED >> KIND_SHIFT
    return is_domino and plot in (action >> 19 & 127, action >> 12 & 127)


def _get_value(entry: tuple[float, int, MoonRiverState]) -> tuple[float, int]:
    return entry[0], entry[1]


def estimate_prospects(state: MoonRiverState, seat: int, outlook: Outlook) -> float:
    """Return what a seat's ranch may still gain, in points."""
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

"""
Prospector bot: a heuristic player of Goldgräber that weighs its finds against the way home.

The value of a field is the value of the digger's finds, times the probability of bringing them home before the
locomotive reaches the station, minus the cost of the turns that takes. Plans are compared by expectimax over all rolls
of the die, a few turns ahead: a plan ends at home, on a chip, at a robber or in a fight, each valued by its average
gain; a raft is a way like any other. Face-down chips are unknown: all chips left are equally likely, except those
that the seat has peeked at.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from typing import Final

from engine.core import Action, Generator, Observation, Ruleset
from engine.rulesets.goldgraeber import (
    BIT,
    FACES,
    FIELDS,
    MAX_STEPS,
    NOWHERE,
    PEEK_CHOSEN,
    ROBBER_POINTS,
    ROLL_CHOSEN,
    GoldgraeberState,
    count_chips,
    find_free_landings,
    get_strength,
    is_robber,
    list_chips,
    list_fields,
    load_tables,
    phases,
    score_hoard,
)

__all__ = ["Outlook", "ProspectorBot"]

#: Rolls of a turn that move the digger.
_STEPS: Final = range(2, MAX_STEPS + 1)
#: Maximum number of turns of a way home.
_LONGEST: Final = 24
#: Maximum number of turns of all seats per chip taken.
_TURNS_A_CHIP: Final = 2
#: Probabilities up to this one are ignored.
_NEGLIGIBLE: Final = 0.002


@dataclass(frozen=True, slots=True)
class Outlook:
    """Weights of the evaluation, tuned by play against random players and against itself."""

    #: gain of a turn in points, while many turns are left.
    pace: float = 0.4
    #: usual value in points of the finds that a digger brings home.
    load: int = 6
    #: number of turns of a plan before its digger goes home.
    ahead: int = 2
    #: probability that an opponent attacks if it can and gains by it.
    aggression: float = 0.2
    #: minimum number of unseen chips, and of points carried, for which a seat peeks.
    look_at: int = 2
    look_with: int = 6
    #: value of the lead in points, and the number of points of lead that is worth half of it.
    prize: float = 50.0
    margin: float = 2.0


class ProspectorBot:
    """Chooses the field with the best plan."""

    def __init__(self, ruleset: Ruleset[GoldgraeberState], outlook: Outlook = Outlook()) -> None:
        self._ruleset = ruleset
        self._outlook = outlook

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Choose one of the legal actions of the observation's seat; the generator is not used."""
        state = self._ruleset.sample(observation, rng)
        seat = state.actor
        assert seat is not None, "the bot is asked while it decides"
        if state.phase == phases.CHOOSE:
            return PEEK_CHOSEN if _is_worth_a_look(state, seat, self._outlook) else ROLL_CHOSEN
        plan = _Plan(state, seat, self._outlook, {action & FIELDS for action in legal})
        return max(legal, key=lambda action: (plan.estimate_worth(action & FIELDS), -action))


def _is_worth_a_look(state: GoldgraeberState, seat: int, outlook: Outlook) -> bool:
    """Return whether to peek instead of rolling: if the digger carries much and enough chips next to it are unseen."""
    hidden = state.tables.near[state.diggers[seat]] & state.face_down & ~state.peeks[seat]
    return hidden.bit_count() >= outlook.look_at and score_hoard(state.finds[seat]) >= outlook.look_with


class _Plan:
    """The expected gain of a seat from each field, in points."""

    def __init__(self, state: GoldgraeberState, seat: int, outlook: Outlook, ends: Iterable[int]) -> None:
        """
        Args:
            ends: the fields among which the seat chooses.
        """
        self._state = state
        self._seat = seat
        self._outlook = outlook
        self._ways = _compute_ways_home(state.components, state.options["shuttle"], seat)
        self._turns = _estimate_turns_left(state)
        self._carried = score_hoard(state.finds[seat])
        self._lead_now = score_hoard(state.bank[seat]) - max(
            score_hoard(state.bank[other]) + score_hoard(state.finds[other]) / 2
            for other in range(state.seats)
            if other != seat
        )
        self._pace = outlook.pace * sum(self._turns[4:]) * self._value_gain(outlook.load) / outlook.load
        self._house = state.tables.houses[seat]
        self._rafts = find_free_landings(state, seat, state.raft_fields)
        self._shores = {
            raft: tuple(list_fields(state.tables.shores[raft] & ~state.raft_fields))
            for raft in list_fields(self._rafts)
        }
        self._gains = self._tabulate_gains()
        self._in_time = [self._tabulate_in_time(used) for used in range(outlook.ahead + 2)]
        wanted = set(ends).union(*self._shores.values())
        self._hopes = self._look_ahead(wanted)
        self._ends = self._tabulate_ends(0, self._hopes)

    def estimate_worth(self, field: int) -> float:
        """Return the value of ending this decision on a field."""
        has_more = self._state.phase == phases.MOVE or field == self._house or BIT[field] & self._rafts
        if has_more and self._state.phase != phases.RIDE:
            return self._ends[field] - self._estimate_threat(field)
        return self._hopes[field] - self._estimate_threat(field)

    def _value_gain(self, carried: int) -> float:
        """Return the value of bringing points home: the points and the lead they give."""
        return carried + self._value_lead(self._lead_now + carried) - self._value_lead(self._lead_now)

    def _value_lead(self, points: float) -> float:
        return self._outlook.prize * points / (self._outlook.margin + abs(points))

    def _estimate_threat(self, field: int) -> float:
        """Return the expected loss on a field until the seat's next turn, by attacks and the locomotive."""
        state, carried = self._state, self._carried
        if not carried or BIT[field] & (state.tables.town | state.tables.lakes):
            return 0.0
        risked = 0.0
        for other, digger in enumerate(state.diggers):
            more = carried - score_hoard(state.finds[other])
            if other != self._seat and more > 0 and digger != field:
                reach = state.walks.find_reach(digger, state.locomotive_at)
                hits = sum(reach.lands[steps] >> field & 1 for steps in _STEPS)
                risked += self._outlook.aggression * hits / len(FACES) / 2
        if field == state.tables.rail[state.locomotive + 1]:
            risked += 1 - (1 - 1 / len(FACES)) ** (state.seats - 1)
        return min(1.0, risked) * self._value_gain(carried)

    def _tabulate_gains(self) -> dict[int, float]:
        """Return by field the expected value of the finds after a move that ends there: chips, robbers, fights."""
        state, seat = self._state, self._seat
        hidden = self._estimate_flip(_list_chip_chances(state.left))
        gains = {}
        for site, field in enumerate(state.tables.site_fields):
            if state.peeks[seat] >> site & 1:
                gains[field] = self._estimate_flip([(state.known[site], 1.0)])
            elif state.face_down >> site & 1:
                gains[field] = hidden
            elif state.robbers[site]:
                gains[field] = self._estimate_robber_fight(
                    state.robbers[site], score_hoard(state.piles[site])
                )
        for other, field in enumerate(state.diggers):
            if other != seat and not BIT[field] & (state.tables.town | state.tables.lakes):
                gains[field] = self._value_gain(self._carried + score_hoard(state.finds[other])) / 2
        return gains

    def _estimate_flip(self, chips: Iterable[tuple[int, float]]) -> float:
        """Return the expected value of the finds after one of these chips is flipped."""
        return sum(
            chance
            * (
                self._estimate_robber_fight(get_strength(chip), 0)
                if is_robber(chip)
                else self._value_gain(self._carried + chip)
            )
            for chip, chance in chips
        )

    def _estimate_robber_fight(self, strength: int, pile: int) -> float:
        """Return the expected value of the finds after a fight with a robber: all or nothing; ties are rolled again."""
        won = (len(FACES) - strength) / (len(FACES) - 1)
        return won * self._value_gain(self._carried + ROBBER_POINTS + pile)

    def _look_ahead(self, wanted: Collection[int]) -> list[float]:
        """Return by field the value of being there before the seat's next turn, for the wanted fields (expectimax)."""
        ahead = self._outlook.ahead
        hopes = self._tabulate_homes(ahead + 1)
        for used in range(ahead, 0, -1):
            value = self._tabulate_ends(used, hopes).__getitem__
            following = self._tabulate_homes(used)
            for field in wanted if used == 1 else self._ways.fields:
                moved = sum(max(map(value, ends)) for ends in self._list_rolls(field))
                following[field] = max(following[field], (hopes[field] + moved) / len(FACES) - self._pace)
            hopes = following
        return hopes

    def _tabulate_homes(self, used: int) -> list[float]:
        """Return by field the value of going home from there after a number of used turns."""
        gain, pace = self._value_gain(self._carried), self._pace
        return [
            gain * chance - pace * turns
            for chance, turns in zip(self._in_time[used], self._ways.turns, strict=True)
        ]

    def _tabulate_in_time(self, used: int) -> list[float]:
        """Return by field the probability of being home before the end after a number of used turns."""
        in_time = [0.0] * len(BIT)
        weights = [weight if weight > _NEGLIGIBLE else 0.0 for weight in self._turns[used:]]
        while weights and not weights[-1]:
            weights.pop()
        for field, chances in self._ways.chances.items():
            in_time[field] = sum(map(mul, weights, chances))
        return in_time

    def _list_rolls(self, field: int) -> Iterator[tuple[int, ...]]:
        """Yield the fields that the digger can reach by each roll that moves it."""
        reach = self._state.walks.find_reach(field, self._state.locomotive_at)
        landings = self._rafts | BIT[self._house]
        for steps in _STEPS:
            listed = reach.list_land(steps)
            if reach.landings[steps] & landings:
                listed = (*listed, *list_fields(reach.landings[steps] & landings))
            yield listed or (field,)

    def _tabulate_ends(self, used: int, hopes: Sequence[float]) -> list[float]:
        """Return by field the value of ending a move there: the event on the field, or else the best plan from it."""
        ends = list(hopes)
        in_time, turns = self._in_time[used], self._ways.turns
        for field, gain in self._gains.items():
            ends[field] = gain * in_time[field] - self._pace * turns[field]
        for raft, shores in self._shores.items():
            ends[raft] = max(hopes[shore] for shore in shores)
        ends[self._house] = self._value_gain(self._carried)
        return ends


@dataclass(frozen=True, slots=True)
class _Ways:
    """
    The ways home of one seat over land, with its best play.

    ``fields``: the possible fields of a digger. ``chances``: by field and number of turns, the probability of being
    home by then. ``turns``: by field, the average number of turns to get home.
    """

    fields: tuple[int, ...]
    chances: Mapping[int, tuple[float, ...]]
    turns: tuple[float, ...]


@cache
def _compute_ways_home(components: str, shuttle: str, seat: int) -> _Ways:
    """Return the ways home of a seat without a locomotive and rafts (cached)."""
    tables = load_tables(components)
    walks, house = tables.walks[shuttle], tables.houses[seat]
    shore = sum(BIT[field] for field in tables.shores)
    fields = (*list_fields(walks.graph.land | shore), house)
    rows = []
    for field in fields[:-1]:
        reach = walks.find_reach(field, NOWHERE)
        rolls = []
        for steps in _STEPS:
            is_home = reach.landings[steps] & BIT[house]
            rolls.append((house,) if is_home else reach.list_land(steps) or (field,))
        rows.append((field, rolls))
    chances = [0.0] * len(BIT)
    chances[house] = 1.0
    tabled, turns = [], [0.0] * len(BIT)
    for _ in range(_LONGEST + 1):
        tabled.append(tuple(chances))
        for field in fields:
            turns[field] += 1 - chances[field]
        value = chances.__getitem__
        following = chances[:]
        for field, rolls in rows:
            following[field] = (chances[field] + sum(max(map(value, listed)) for listed in rolls)) / len(
                FACES
            )
        chances = following
    by_field = {field: tuple(row[field] for row in tabled) for field in fields}
    return _Ways(fields, by_field, tuple(turns))


def _estimate_turns_left(state: GoldgraeberState) -> tuple[float, ...]:
    """Return the probability distribution of the number of turns that a seat has left after this one."""
    rail_left = len(state.tables.rail) - 1 - state.locomotive
    chips_left = max(0, count_chips(state) - state.seats)
    return _compute_turn_chances(
        rail_left, state.seats, min(chips_left, state.seats * _LONGEST // _TURNS_A_CHIP)
    )


@cache
def _compute_turn_chances(rail_left: int, seats: int, chips_left: int) -> tuple[float, ...]:
    """Return the distribution of the number of turns that a seat has left, if chips are taken at the usual rate."""
    own = [0.0] * (_LONGEST + 1)
    # The distribution of the number of rail fields left, after each turn of any seat.
    likely = [0.0] * rail_left + [1.0]
    max_turns = _TURNS_A_CHIP * chips_left
    for turns in range(max_turns):
        own[turns // seats] += likely[1] / len(FACES)
        runs_on = [0.0, *likely[2:], 0.0]
        likely = [(5 * stays + runs) / len(FACES) for stays, runs in zip(likely, runs_on, strict=True)]
        likely[0] = 0.0
    own[max_turns // seats] += sum(likely)
    return tuple(own)


def _list_chip_chances(hoard: int) -> list[tuple[int, float]]:
    """Return the chips of a hoard with their probabilities."""
    chips = list_chips(hoard)
    return [(chip, 1 / len(chips)) for chip in chips]

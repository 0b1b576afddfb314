"""
The prospector: a heuristic player of Goldgräber that weighs what it carries against the way home.

A field is worth what its digger carries, times the chance of bringing it home before the locomotive is in the
station, less the time that takes. Plans are compared by looking a few turns ahead over all rolls of the die: a plan
ends at home, on a chip, at a robber or in a fight, each worth what it brings on average; a raft is a way like any
other. What the face-down chips are is never asked: all that are left are equally likely, but for what the seat has
peeked at itself.
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
#: How many turns a way home is followed.
_LONGEST: Final = 24
#: How many turns at the table go by for each chip taken, at most.
_TURNS_A_CHIP: Final = 2
#: Chances not worth a look.
_NEGLIGIBLE: Final = 0.002


@dataclass(frozen=True, slots=True)
class Outlook:
    """How things to come are weighed. Found by play against random players and against itself."""

    #: what a turn brings, in points, while there are many left.
    pace: float = 0.4
    #: what a digger usually brings home, in points.
    load: int = 6
    #: how many turns a plan is followed before its digger is thought to go home.
    ahead: int = 2
    #: how likely an opponent who can attack does so, if it gains by it.
    aggression: float = 0.2
    #: a seat peeks at so many chips or more, if it carries so many points or more.
    look_at: int = 2
    look_with: int = 6
    #: what leading is worth, in points, and by how many points one leads for half of it.
    prize: float = 50.0
    margin: float = 2.0


class ProspectorBot:
    """Chooses the field from which its best plan brings most home."""

    def __init__(self, ruleset: Ruleset[GoldgraeberState], outlook: Outlook = Outlook()) -> None:
        self._ruleset = ruleset
        self._outlook = outlook

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Return one of the legal actions of the seat that observes; the generator decides nothing."""
        state = self._ruleset.sample(observation, rng)
        seat = state.actor
        assert seat is not None, "the bot is asked while it decides"
        if state.phase == phases.CHOOSE:
            return PEEK_CHOSEN if _is_worth_a_look(state, seat, self._outlook) else ROLL_CHOSEN
        plan = _Plan(state, seat, self._outlook, {action & FIELDS for action in legal})
        return max(legal, key=lambda action: (plan.estimate_worth(action & FIELDS), -action))


def _is_worth_a_look(state: GoldgraeberState, seat: int, outlook: Outlook) -> bool:
    """Tell whether to peek instead of rolling: a digger with much to lose looks where robbers may lie."""
    hidden = state.tables.near[state.diggers[seat]] & state.face_down & ~state.peeks[seat]
    return hidden.bit_count() >= outlook.look_at and score_hoard(state.finds[seat]) >= outlook.look_with


class _Plan:
    """What a seat can hope for from each field, in points."""

    def __init__(self, state: GoldgraeberState, seat: int, outlook: Outlook, ends: Iterable[int]) -> None:
        """
        Args:
            ends: the fields between which the seat is to choose.
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
        """Return what ending this decision on a field is worth."""
        has_more = self._state.phase == phases.MOVE or field == self._house or BIT[field] & self._rafts
        if has_more and self._state.phase != phases.RIDE:
            return self._ends[field] - self._estimate_threat(field)
        return self._hopes[field] - self._estimate_threat(field)

    def _value_gain(self, carried: int) -> float:
        """Return what it is worth to bring so many points home: the points, and the lead they give."""
        return carried + self._value_lead(self._lead_now + carried) - self._value_lead(self._lead_now)

    def _value_lead(self, points: float) -> float:
        return self._outlook.prize * points / (self._outlook.margin + abs(points))

    def _estimate_threat(self, field: int) -> float:
        """Return what a seat risks by standing on a field until its next turn: attacks, and the locomotive."""
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
        """
        Return by field what the seat will carry on average once it has ended a move there: chips, robbers, fights.
        """
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
        """Return what is carried on average after one of these chips is flipped."""
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
        """Return what is carried on average after a fight with a robber: all or nothing, and ties do not count."""
        won = (len(FACES) - strength) / (len(FACES) - 1)
        return won * self._value_gain(self._carried + ROBBER_POINTS + pile)

    def _look_ahead(self, wanted: Collection[int]) -> list[float]:
        """Return by field what standing there before the seat's next turn is worth, for the fields wanted."""
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
        """Return by field what going home from there is worth, when so many turns have been used."""
        gain, pace = self._value_gain(self._carried), self._pace
        return [
            gain * chance - pace * turns
            for chance, turns in zip(self._in_time[used], self._ways.turns, strict=True)
        ]

    def _tabulate_in_time(self, used: int) -> list[float]:
        """Return by field the chance to be home before the end, when so many turns have been used."""
        in_time = [0.0] * len(BIT)
        weights = [weight if weight > _NEGLIGIBLE else 0.0 for weight in self._turns[used:]]
        while weights and not weights[-1]:
            weights.pop()
        for field, chances in self._ways.chances.items():
            in_time[field] = sum(map(mul, weights, chances))
        return in_time

    def _list_rolls(self, field: int) -> Iterator[tuple[int, ...]]:
        """Yield where each roll of the die that moves the digger can lead it."""
        reach = self._state.walks.find_reach(field, self._state.locomotive_at)
        landings = self._rafts | BIT[self._house]
        for steps in _STEPS:
            listed = reach.list_land(steps)
            if reach.landings[steps] & landings:
                listed = (*listed, *list_fields(reach.landings[steps] & landings))
            yield listed or (field,)

    def _tabulate_ends(self, used: int, hopes: Sequence[float]) -> list[float]:
        """Return by field what ending a move there is worth: what happens there, or else what can be hoped for."""
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
    The ways home of one seat over land, by its best play.

    ``fields``: where a digger can stand. ``chances``: by field and number of turns, how likely it is home after them
    at the latest. ``turns``: by field, how many turns home takes on average.
    """

    fields: tuple[int, ...]
    chances: Mapping[int, tuple[float, ...]]
    turns: tuple[float, ...]


@cache
def _compute_ways_home(components: str, shuttle: str, seat: int) -> _Ways:
    """Return the ways home of a seat, were there no locomotive and no raft (made once)."""
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
    """Return by number how likely a seat has so many turns left after this one."""
    rail_left = len(state.tables.rail) - 1 - state.locomotive
    chips_left = max(0, count_chips(state) - state.seats)
    return _compute_turn_chances(
        rail_left, state.seats, min(chips_left, state.seats * _LONGEST // _TURNS_A_CHIP)
    )


@cache
def _compute_turn_chances(rail_left: int, seats: int, chips_left: int) -> tuple[float, ...]:
    """Return by number how likely a seat has so many turns left, if nobody takes chips faster than usual."""
    own = [0.0] * (_LONGEST + 1)
    # How likely so many rail fields are left, after so many turns at the table.
    likely = [0.0] * rail_left + [1.0]
    most = _TURNS_A_CHIP * chips_left
    for turns in range(most):
        own[turns // seats] += likely[1] / len(FACES)
        runs_on = [0.0, *likely[2:], 0.0]
        likely = [(5 * stays + runs) / len(FACES) for stays, runs in zip(likely, runs_on, strict=True)]
        likely[0] = 0.0
    own[most // seats] += sum(likely)
    return tuple(own)


def _list_chip_chances(hoard: int) -> list[tuple[int, float]]:
    """Return the chips of a hoard with how likely each is."""
    chips = list_chips(hoard)
    return [(chip, 1 / len(chips)) for chip in chips]

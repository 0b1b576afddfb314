"""
Conformance suite that every ruleset must pass: it checks the contract during random play.

Three lines per ruleset::

    @pytest.mark.parametrize("table", conformance.list_tables(MOON_RIVER, OPTIONS), ids=str)
    @given(number=numbers())
    def test_it_keeps_the_contract(table, number): conformance.play_through(table, number)

All functions are pure and raise AssertionError with a sentence. They are independent of any game.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final

from engine.core import (
    CHANCE,
    CORE_CODES,
    SEED_BYTES,
    Action,
    Chance,
    Dealer,
    EngineError,
    ForfeitReason,
    Fork,
    Generator,
    Header,
    IllegalAction,
    LoggedEvent,
    MalformedEvent,
    Playthrough,
    Ruleset,
    State,
    Status,
    Stop,
    Termination,
    VerdictStatus,
    canonical,
    commitment,
    make_header,
    parse_record,
    resume,
    verify,
    verify_record,
    write_record,
)
from engine.testing.driving import log_step, make_driver
from engine.testing.mutations import list_leaves, mutate

__all__ = [
    "Table",
    "check_codec",
    "check_copies",
    "check_fork",
    "check_legal_actions",
    "check_observations",
    "check_refusals",
    "check_replay",
    "check_ruleset",
    "list_tables",
    "make_seed",
    "play_through",
]

#: Maximum number of steps of a game; a longer play-through counts as an endless one.
MAX_STEPS: Final = 20_000
#: Number of legal actions checked one by one in each position, and of almost legal events tried.
_SAMPLE: Final = 12
_MUTATIONS: Final = 10
#: Observations are checked in one of this many positions.
_LOOK: Final = 4


@dataclass(frozen=True, slots=True)
class Table:
    """The setup of a game: ruleset, number of seats, options with all defaults written out, component set."""

    ruleset: Ruleset[Any]
    seats: int
    options: Mapping[str, Any]
    components: str

    def __str__(self) -> str:
        chosen = "-".join(str(value) for value in self.options.values() if not isinstance(value, list))
        return f"{self.ruleset.key} {self.seats} seats {chosen}".strip()

    def create_state(self) -> State:
        """Return the position before the first event."""
        state: State = self.ruleset.create_state(self.options, self.seats, self.components)
        return state


def list_tables(ruleset: Ruleset[Any], options: Iterable[Mapping[str, Any]]) -> list[Table]:
    """Return a table for each combination of number of seats, options and component set."""
    every = list(options)
    return [
        Table(ruleset, seats, ruleset.complete_options(given, seats), components)
        for components in ruleset.component_sets
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1)
        for given in every
    ]


def make_seed(number: int) -> bytes:
    """Return the dealer's seed for a number."""
    return number.to_bytes(SEED_BYTES)


def check_ruleset(ruleset: Ruleset[Any]) -> None:
    """Check the class attributes of a ruleset."""
    slug, _, version = ruleset.key.partition("@")
    assert slug, "a key is slug@version"
    assert version.isdigit(), "a key is slug@version"
    assert ruleset.title, "a ruleset has a title"
    assert 1 <= ruleset.min_seats <= ruleset.max_seats, "seats are a range"
    kinds = [*ruleset.seat_kinds, *ruleset.chance_kinds]
    assert len(set(kinds)) == len(kinds), "each kind is listed once, as a seat's or as chance's"
    assert ruleset.private_kinds <= set(ruleset.chance_kinds), "private kinds are chance kinds"
    assert not set(ruleset.codes) & set(CORE_CODES), "a ruleset's codes are its own"
    for name, sentence in (*ruleset.codes.items(), *ruleset.effect_kinds.items()):
        assert sentence, f"{name} has no sentence"
    json.dumps(ruleset.option_schema())


def play_through(
    table: Table, number: int, *, mutations: int = _MUTATIONS
) -> list[tuple[str, dict[str, Any]]]:
    """
    Play a random game to the end, check the contract in every position and return the events.

    Args:
        table: the setup of the game.
        number: seed of the deal and of the choices.
        mutations: number of almost legal events tried in each position.
    """
    rng = Generator(number)
    play = Playthrough(_make_header(table, make_seed(number)))
    state = play.state
    driver = make_driver(
        play,
        lambda legal, _: rng.choice(legal),
        seed=make_seed(number),
        deal=partial(_deal, table, make_seed(number), rng),
    )
    log: list[tuple[str, dict[str, Any]]] = []
    while play.status is Status.PLAYING:
        assert play.seq < MAX_STEPS, "the game does not end"
        if rng.below(_LOOK) == 0:
            check_observations(table, state, rng)
        if state.actor != CHANCE:
            check_legal_actions(table, state, state.legal_actions(), rng)
        check_refusals(table, state, log, rng, count=mutations)
        digest, before = state.digest(), state.clone()
        action = table.ruleset.read(*log_step(driver)[2:4])
        check_codec(table.ruleset, action)
        check_copies(before, digest, action, state)
        _check_progress(table, before, action, state)
        log.append(table.ruleset.decode(action))
    check_observations(table, state, rng)
    _check_end(table, state)
    return log


def _deal(table: Table, seed: bytes, rng: Generator, state: State, seq: int) -> Action:
    """Return the chance outcome of the seed; check it and another one that is sampled."""
    drawn = state.draw(rng)
    state.check(drawn)
    check_codec(table.ruleset, drawn)
    dealt = state.deal(Dealer(seed))
    state.check(dealt)
    kind = table.ruleset.decode(dealt)[0]
    assert kind in table.ruleset.chance_kinds, f"{kind} is not chance's"
    return dealt


def check_legal_actions(table: Table, state: State, legal: Sequence[Action], rng: Generator) -> None:
    """Check that legal actions are in canonical order, are accepted, and survive encoding and decoding."""
    assert state.actor is not None, "a seat decides"
    assert 0 <= state.actor < state.seats, "the actor is a seat"
    assert legal, "a seat that decides has a legal action"
    assert all(one < other for one, other in pairwise(legal)), (
        "actions ascend, so they are in canonical order and none is listed twice"
    )
    assert state.legal_actions() == list(legal), "listing changes nothing"
    for action in _pick(legal, rng):
        state.check(action)
        check_codec(table.ruleset, action)
        kind = table.ruleset.decode(action)[0]
        assert kind in table.ruleset.seat_kinds, f"{kind} is not a seat's"


def check_codec(ruleset: Ruleset[Any], action: Action) -> None:
    """Check that an action's data and text agree and decode to the same action."""
    kind, data = ruleset.decode(action)
    assert ruleset.encode(kind, data) == action, f"{kind} {data} is encoded differently"
    written = ruleset.write(action)
    assert written == (kind, canonical(data).decode()), f"{kind} {data} is written as {written}"
    assert ruleset.read(*written) == action, f"{written} is parsed differently"


def check_refusals(
    table: Table, state: State, log: Sequence[tuple[str, dict[str, Any]]], rng: Generator, *, count: int
) -> None:
    """Check that ``check`` accepts only legal actions: try almost legal events and events of other positions."""
    if state.actor == CHANCE or not count:
        return
    legal = state.legal_actions()
    listed = set(legal)
    events = [table.ruleset.decode(action) for action in _pick(legal, rng)]
    values = [value for _, data in (*events, *log[-20:]) for value in list_leaves(data)]
    before = state.digest()
    for _ in range(count):
        kind, data = rng.choice(events)
        _check_judged(table.ruleset, state, listed, kind, mutate(data, values, rng))
        assert state.digest() == before, "checking changes nothing"
    for kind, data in _pick(log, rng)[:count]:
        if kind in table.ruleset.seat_kinds:
            _check_judged(table.ruleset, state, listed, kind, data)
    for kind in table.ruleset.seat_kinds:
        _check_judged(table.ruleset, state, listed, kind, {})
    assert state.digest() == before, "checking changes nothing"


def _check_judged(
    ruleset: Ruleset[Any], state: State, listed: set[Action], kind: str, data: dict[str, Any]
) -> None:
    """Check that an event is malformed, or accepted exactly if it is in the list of legal actions."""
    try:
        action = ruleset.encode(kind, data)
    except MalformedEvent as error:
        _check_error(ruleset, error)
        return
    assert canonical(ruleset.decode(action)[1]) == canonical(data), (
        f"{kind} {data} is encoded as another event"
    )
    refusal: IllegalAction | None = None
    try:
        state.check(action)
    except IllegalAction as error:
        refusal = error
        _check_error(ruleset, error)
    message = f"{kind} {data} contradicts the list of legal actions: {refusal or 'accepted'}"
    assert (refusal is None) is (action in listed), message


def _check_error(ruleset: Ruleset[Any], error: EngineError) -> None:
    assert error.code in ruleset.codes or error.code in CORE_CODES, f"{error.code} has no sentence"
    canonical(dict(error.details))


def check_copies(before: State, digest: bytes, action: Action, after: State) -> None:
    """
    Check that a clone is equal and independent.

    Args:
        before: a clone made before a step.
        digest: the state's digest at that time.
        action: the step.
        after: the cloned state, after the step.
    """
    assert before.digest() == digest, "a clone is equal, and a step does not reach it"
    assert after.digest() != digest, "a step changes the state"
    copied = before.clone()
    copied.apply(action)
    assert before.digest() == digest, "a step of a clone does not change the original"
    assert copied.digest() == after.digest(), "a step is deterministic"


def check_observations(table: Table, state: State, rng: Generator) -> None:
    """Check that observations of a spectator and a seat are plain JSON, and that states sampled from them agree."""
    ruleset = table.ruleset
    seat_looking = rng.below(state.seats) if state.actor in (None, CHANCE) else state.actor
    before, text = state.digest(), ""
    for seat in (None, seat_looking):
        seen = state.observation(seat)
        text = json.dumps(seen)
        assert json.loads(text) == seen, "an observation is plain JSON"
        assert seen["seat"] == seat, "an observation names its seat"
        imagined = ruleset.sample(seen, rng)
        assert imagined.observation(seat) == seen, "a sampled state looks the same"
        assert imagined.actor == state.actor, "in a sampled state the same seat decides"
        if state.actor is not None and seat == state.actor:
            assert imagined.legal_actions() == state.legal_actions(), (
                "in a sampled state the same actions are legal"
            )
        imagined.clone()
    assert state.digest() == before, "observing changes nothing"
    assert json.dumps(state.observation(seat_looking)) == text, "observations are repeatable"


def _check_progress(table: Table, before: State, action: Action, after: State) -> None:
    """Check the turn, points, prospects and effects after a step."""
    assert after.turn >= before.turn, "the turn never decreases"
    assert len(after.points()) == after.seats, "every seat has points"
    assert len(after.prospects()) == after.seats, "every seat has prospects"
    _check_secrecy(table.ruleset, before, action)
    for effect in table.ruleset.derive_effects(before, action, after):
        assert effect.kind in table.ruleset.effect_kinds, f"{effect.kind} is not documented"
        assert effect.seat is None or 0 <= effect.seat < after.seats, "an effect concerns a seat or none"
        json.dumps(dict(effect.data))


def _check_secrecy(ruleset: Ruleset[Any], before: State, action: Action) -> None:
    """Check that the viewer of a private event is a seat or None."""
    seat = ruleset.find_viewer(before, action) if ruleset.decode(action)[0] in ruleset.private_kinds else None
    assert seat is None or 0 <= seat < before.seats, "a private event is visible to one seat or none"


def _check_end(table: Table, state: State) -> None:
    outcome = state.outcome()
    assert outcome.reason is Termination.COMPLETED, "the rules ended the game"
    scores = [seat.score for seat in outcome.seats]
    assert scores == state.points(), "the score is the points at the end"
    assert list(state.prospects()) == scores, "prospects are the points at the end"
    assert min(seat.place for seat in outcome.seats) == 1, "a seat has the first place"
    for seat in outcome.seats:
        assert sum(seat.parts.values()) == seat.score, "the parts add up"
    canonical(outcome.to_dict())


def check_replay(table: Table, number: int, *, forfeits: bool = False) -> None:
    """
    Play a game, store and export it, and check that both verify as exact: same hashes, digests and result.

    Args:
        table: the setup of the game.
        number: seed of the game.
        forfeits: whether seats forfeit during the game, so that the house plays them.
    """
    seed = make_seed(number)
    play = Playthrough(_make_header(table, seed))
    log = _play_on(play, Chance(seed), Generator(number), forfeits=forfeits)
    _check_exact(play, log, seed)


def check_fork(table: Table, number: int) -> None:
    """
    Play a game, fork it at a step with the same seed and with a new one, and check that both verify as exact.

    Args:
        table: the setup of the game.
        number: seed of the game and of the step.
    """
    seed, rng = make_seed(number), Generator(number)
    header = _make_header(table, seed)
    log = _play_on(Playthrough(header), Chance(seed), rng, forfeits=False)
    step = rng.below(len(log) - 1)
    players = tuple(f"other {seat}" for seat in range(table.seats))
    for other in (seed, make_seed(number + 1)):
        fork = header.add_fork(Fork(step, players, commitment(other)))
        play = resume(fork, log[:step])
        chance = Chance(other, is_redrawn=fork.list_stretches()[-1].is_redrawn)
        played = [*log[:step], *_play_on(play, chance, rng, forfeits=False)]
        _check_exact(play, played, other, *(() if other is seed else (seed,)))


def _make_header(table: Table, seed: bytes) -> Header:
    return make_header(
        table.ruleset,
        seats=table.seats,
        options=table.options,
        components=table.components,
        players=[f"player {seat}" for seat in range(table.seats)],
        commitment=commitment(seed),
    )


def _play_on(play: Playthrough, chance: Chance, rng: Generator, *, forfeits: bool) -> list[LoggedEvent]:
    """Play to the end at random and return the new events."""
    driver = make_driver(
        play, lambda legal, _: rng.choice(legal), seed=bytes(SEED_BYTES), deal=chance.outcome
    )
    while driver.advance(steps=1) is Stop.BUDGET:
        if forfeits and play.status is Status.PLAYING and play.due != CHANCE and rng.below(60) == 0:
            standing = [seat for seat in range(play.state.seats) if seat not in play.state.forfeits]
            driver.forfeit(rng.choice(standing), ForfeitReason.RESIGNED)
    return driver.collect().events


def _check_exact(play: Playthrough, log: Sequence[LoggedEvent], seed: bytes, *earlier: bytes) -> None:
    header = play.header
    verdict = verify(header, log, seed=seed, earlier=earlier, head=play.head)
    assert verdict.status is VerdictStatus.EXACT, f"the stored log diverges: {verdict}"
    text = b"".join(write_record(header, log, play.head, seed, earlier=earlier))
    verdict = verify_record(parse_record(text, with_forks=True))
    assert verdict.status is VerdictStatus.EXACT, f"the exported record diverges: {verdict}"


def _pick(items: Sequence[Any], rng: Generator) -> list[Any]:
    """Return the first and last items and some between them."""
    if len(items) <= _SAMPLE:
        return list(items)
    return [items[0], items[-1], *(rng.choice(items) for _ in range(_SAMPLE - 2))]

"""The built-in bots: legal, deterministic, limited to their seat's observation, and as strong as claimed."""

from functools import cache

import pytest

from engine.bots import registry as bots
from engine.bots.mcts import MctsBot, SearchBudget
from engine.core import Generator, Observation, registry
from tests.benchmarks.bots import play_duel
from tests.engine.bots import playing
from tests.engine.bots.playing import SEED

MOON_RIVER = registry.get("moon-river@1")
TABLES = [
    pytest.param({"mode": "base"}, 2, id="base, 2 seats"),
    pytest.param({"mode": "base"}, 3, id="base, 3 seats"),
    pytest.param({"mode": "legends", "scenario": "random"}, 4, id="legends, 4 seats"),
]


def make(name, ruleset=MOON_RIVER):
    return playing.make(name, ruleset)


def decisions(name, options, seats, seed=SEED):
    """Yield the legal actions and the choice of every decision of a game."""
    played = playing.decisions(make(name), MOON_RIVER, options, seats, seed=seed)
    return ((legal, choice) for _, legal, choice in played)


@cache
def play_game(name, seats, **options):
    """Return the decisions of a game (cached)."""
    return list(decisions(name, options, seats))


def test_every_bot_has_a_name_and_a_description():
    for bot in bots.all_bots():
        assert bot.title, bot.name
        assert bot.description.endswith("."), bot.name


def test_the_four_bots_play_moon_river():
    assert bots.list_names("moon-river@1") == ("random", "greedy", "rancher", "mcts")


def test_a_bot_that_does_not_play_the_ruleset_is_refused():
    with pytest.raises(bots.UnknownBot):
        bots.create("chess player", MOON_RIVER)


@pytest.mark.parametrize(("options", "seats"), TABLES)
@pytest.mark.parametrize("name", bots.list_names("moon-river@1"))
def test_every_choice_is_a_legal_action(name, options, seats):
    made = [choice in legal for legal, choice in play_game(name, seats, **options)]

    assert len(made) > 10
    assert all(made)


@pytest.mark.parametrize("name", bots.list_names("moon-river@1"))
def test_the_same_generator_gives_the_same_choices(name):
    first = [choice for _, choice in play_game(name, 3, mode="base")]
    second = [choice for _, choice in decisions(name, {"mode": "base"}, 3)]

    assert first == second


def test_greedy_takes_an_action_after_which_it_has_most_points():
    compared = 0
    for state, legal, choice in playing.decisions(make("greedy"), MOON_RIVER, {"mode": "base"}, 4):
        after = {}
        for action in legal:
            other = state.clone()
            other.apply(action)
            after[action] = other.points()[state.actor]
        assert after[choice] == max(after.values())
        compared += 1

    assert compared > 40


def test_search_prefers_the_action_that_wins_at_once():
    """At the last decision of a game the search sees the result of every action and must take a best one."""
    *_, (last, legal, _) = (
        decision
        for decision in playing.decisions(make("random"), MOON_RIVER, {"mode": "base"}, 2)
        if len(decision.legal) < 12
    )
    seat = last.actor

    bot = MctsBot(MOON_RIVER, SearchBudget(playouts=200, depth=30, breadth=1, widening=20))
    choice = bot.choose(Observation(lambda: last.observation(seat)), legal, Generator(3))

    def lead(action):
        after = last.clone()
        after.apply(action)
        points = after.points()
        return points[seat] - points[1 - seat]

    assert lead(choice) == max(map(lead, legal))


@pytest.mark.parametrize(
    ("stronger", "weaker", "deals", "share"),
    [("greedy", "random", 4, 0.9), ("rancher", "greedy", 2, 0.6)],
)
@pytest.mark.long
def test_the_stronger_bot_wins_duplicate_games(stronger, weaker, deals, share):
    tally = play_duel(stronger, weaker, range(1000, 1000 + deals))

    assert tally.won + tally.shared / 2 >= share * tally.games

"""The built-in bots at Goldgräber: legal, deterministic, independent of hidden facts, and able to bring gold home."""

from functools import cache

import pytest

from engine.bots import registry as bots
from engine.core import Generator, Observation
from engine.rulesets.goldgraeber import GOLDGRAEBER
from tests.benchmarks.bots import play_visit
from tests.engine.bots import playing
from tests.engine.goldgraeber.positions import BOARD, HOUSES, RAIL, gold, table

TABLES = [
    pytest.param({}, 3, id="3 seats"),
    pytest.param({"tactical": True, "end_count": "gold"}, 4, id="tactical, 4 seats"),
    pytest.param({"shuttle": "literal"}, 6, id="literal, 6 seats"),
]
#: Number of turns played.
TURNS = 30
#: Dig sites in the south, so that enough chips are left, and none where seat 0 is in these positions.
FAR_SITES = sorted(
    (field["q"], field["r"]) for field in BOARD["hexes"] if field["type"] == "dig" and field["r"] > 0
)


def make(name):
    return playing.make(name, GOLDGRAEBER)


def choice_in(state, name="prospector", rng=1):
    """Return the bot's choice in a position in which a seat has several legal actions."""
    legal = state.legal_actions()
    observation = Observation(lambda: state.observation(state.actor))
    return make(name).choose(observation, legal, Generator(rng))


def choose_field(position, face):
    """Return the field that the prospector chooses after a roll."""
    position.roll(face)
    data = GOLDGRAEBER.decode(choice_in(position.state))[1]
    return tuple(data["to"])


def distance_to_town(field):
    """Return the distance of a field from the middle of the town, regardless of what lies between."""
    q, r = field
    return max(abs(q), abs(r), abs(q + r))


def decisions(name, options, seats, turns=None):
    """Yield the position and the choice of every decision of a game, or of its first turns."""
    played = playing.decisions(make(name), GOLDGRAEBER, options, seats, turns=turns)
    return ((state, choice) for state, _, choice in played)


@cache
def play_game(name, seats, **options):
    """Return the legal actions and the choice of every decision of the first turns of a game (cached)."""
    return [(state.legal_actions(), choice) for state, choice in decisions(name, options, seats, turns=TURNS)]


def test_four_bots_play_goldgraeber():
    assert bots.list_names("goldgraeber@1") == ("random", "greedy", "prospector", "mcts")


@pytest.mark.parametrize(("options", "seats"), TABLES)
@pytest.mark.parametrize("name", bots.list_names("goldgraeber@1"))
@pytest.mark.sampled(3)
def test_every_choice_is_a_legal_action(name, options, seats):
    made = [choice in legal for legal, choice in play_game(name, seats, **options)]

    assert len(made) > 15
    assert all(made)


@pytest.mark.parametrize("name", bots.list_names("goldgraeber@1"))
def test_the_same_generator_gives_the_same_choices(name):
    options = {"tactical": True, "end_count": "gold"}
    first = [choice for _, choice in play_game(name, 4, **options)]
    second = [choice for _, choice in decisions(name, options, 4, turns=TURNS)]

    assert first == second


@pytest.mark.long
def test_the_prospector_is_deterministic():
    for number, (state, choice) in enumerate(decisions("prospector", {"tactical": True}, 4, turns=40)):
        assert choice_in(state, rng=number) == choice


@pytest.mark.parametrize("name", bots.list_names("goldgraeber@1"))
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_secret_peeks_of_others_change_no_choice(name, face):
    def deal_seen(*chips):
        """Return a position with seat 0 next to chips that seat 1 has seen."""
        seen = dict(zip([(-2, -7), (-2, -8), (-2, -5)], chips, strict=True))
        position = table(options={"tactical": True}, diggers={0: (-3, -6), 1: (-1, -7)}, peeks={1: seen})
        position.do("roll_chosen")
        position.roll(face)
        return position.state

    rich = deal_seen({"gold": 5}, {"gold": 5}, {"robber": 5})
    poor = deal_seen({"robber": 5}, {"robber": 5}, {"gold": 5})

    assert rich.observation(0) == poor.observation(0)
    assert choice_in(rich, name) == choice_in(poor, name)


def test_the_prospector_goes_home_with_what_it_carries_when_the_count_is_exact():
    position = table(4, diggers={0: (0, 0)}, finds={0: gold(3)})

    assert choose_field(position, 2) == HOUSES[0]


def test_the_prospector_digs_when_time_is_left_and_goes_home_when_it_is_not():
    site = (-2, -5)
    early = table(4, diggers={0: (-2, -3)}, finds={0: gold(4)}, bank={1: gold(3)})
    late = table(4, diggers={0: (-2, -3)}, finds={0: gold(4)}, bank={1: gold(3)}, rail=len(RAIL) - 3)

    assert choose_field(early, 2) == site
    assert distance_to_town(choose_field(late, 2)) < distance_to_town((-2, -3))


def test_the_prospector_fights_a_weak_robber_for_its_pile_and_shuns_a_strong_one():
    field = (-2, -5)

    def fights(strength, pile, finds):
        robbers = {field: (strength, pile)}
        position = table(4, diggers={0: (-2, -3)}, robbers=robbers, finds={0: finds}, face_down=FAR_SITES)
        return choose_field(position, 2) == field

    assert fights(1, gold(5, 5), gold())
    assert fights(1, gold(5, 5), gold(3))
    assert not fights(5, gold(), gold(5, 5))


def test_the_prospector_attacks_a_rich_digger_when_it_has_nothing_to_lose():
    position = table(4, diggers={0: (-2, -3), 1: (-4, -1)}, finds={1: gold(5, 5, 4)})

    assert choose_field(position, 2) == (-4, -1)


def test_the_prospector_does_not_wait_before_the_locomotive_with_finds():
    position = table(4, diggers={0: (-3, 9)}, finds={0: gold(5, 5)}, rail=6, face_down=FAR_SITES)
    position.roll(3)
    ahead = RAIL[7]

    assert ahead in position.find_ends()
    assert tuple(GOLDGRAEBER.decode(choice_in(position.state))[1]["to"]) != ahead


def test_the_prospector_looks_before_it_digs_when_it_carries_much():
    options = {"tactical": True}
    rich = table(options=options, diggers={0: (-3, -6)}, finds={0: gold(5, 5)})
    poor = table(options=options, diggers={0: (-3, -6)})

    assert GOLDGRAEBER.decode(choice_in(rich.state))[0] == "peek_chosen"
    assert GOLDGRAEBER.decode(choice_in(poor.state))[0] == "roll_chosen"


def test_prospects_are_the_bank_and_the_more_of_the_finds_the_nearer_home():
    far, near = (
        table(4, diggers={0: field}, finds={0: gold(4, 5)}, bank={0: gold(3)}).state.prospects()[0]
        for field in [(-2, -8), (0, -1)]
    )

    assert 3 < far < near < 3 + 9


@pytest.mark.long
def test_the_prospector_wins_alone_against_random_players():
    visit = play_visit("prospector", range(1000, 1001))

    assert visit.won_alone >= 0.9 * visit.games


def test_open_finds_lead_the_greedy_bot_home():
    visit = play_visit("greedy", range(1000, 1006))

    assert visit.won_alone >= 0.5 * visit.games

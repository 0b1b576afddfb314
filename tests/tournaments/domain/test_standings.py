from itertools import permutations

import pytest

from tournaments.domain import EntrantTally, PairTally, build_crosstable, compute_standings
from tournaments.domain.results import SeatedResult, tally_entrants, tally_pairs


def game(*places, scores=None):
    """Build a game of entrants 0, 1, ... with those places."""
    scores = scores or [10] * len(places)
    return [SeatedResult(entrant, place, scores[entrant]) for entrant, place in enumerate(places)]


def rows(*games, entrants):
    return compute_standings(range(entrants), tally_entrants(games))


def test_a_win_of_two_is_one_point_and_of_four_is_three():
    assert [row.points for row in rows(game(1, 2), entrants=2)] == [1, 0]
    assert [row.points for row in rows(game(1, 2, 3, 4), entrants=4)] == [3, 2, 1, 0]


def test_equal_places_give_half_a_point_for_each_equal_opponent():
    ranked = rows(game(1, 1, 3, 3), entrants=4)

    assert [row.points for row in ranked] == [2.5, 2.5, 0.5, 0.5]
    assert [row.tally.shared_wins for row in ranked] == [1, 1, 0, 0]
    assert all(row.tally.wins == 0 for row in ranked)


def test_equal_entrants_share_a_rank():
    assert [row.rank for row in rows(game(1, 1, 3), entrants=3)] == [1, 1, 3]


def test_points_per_opponent_decide_before_all_else():
    ranked = rows(game(1, 2), game(2, 1), game(1, 2), entrants=2)

    assert [(row.rank, row.entrant) for row in ranked] == [(1, 0), (2, 1)]


def test_games_won_separate_equal_points():
    # Places 1 and 3 give as many points as 2 and 2.
    ranked = rows(game(1, 2, 3), game(3, 2, 1), entrants=3)

    assert [(row.rank, row.entrant) for row in ranked] == [(1, 0), (1, 2), (3, 1)]


def test_mean_score_separates_equal_points_and_wins():
    ranked = rows(game(1, 2, scores=[50, 20]), game(2, 1, scores=[30, 31]), entrants=2)

    assert [(row.rank, row.entrant, row.mean_score) for row in ranked] == [(1, 0, 40), (2, 1, 25.5)]


def test_an_entrant_without_games_stands_last_and_has_no_means():
    last = rows(game(1, 2), entrants=3)[-1]

    assert (last.entrant, last.rank, last.points) == (2, 3, 0)
    assert last.mean_place is None
    assert last.mean_score is None
    assert last.share is None


def test_the_order_in_which_games_arrive_does_not_matter():
    games = [game(1, 2, 3), game(2, 1, 2), game(1, 1, 3), game(3, 2, 1, scores=[1, 2, 3])]

    assert len({rows(*order, entrants=3) for order in permutations(games)}) == 1
    tables = [tally_pairs(order) for order in permutations(games)]
    assert all(table == tables[0] for table in tables)


def test_the_crosstable_counts_above_equal_and_below():
    tallies = tally_pairs([game(1, 2, 2), game(2, 1, 3)])

    assert tallies[0, 1] == PairTally(games=2, above=1, equal=0)
    assert tallies[1, 2] == PairTally(games=2, above=1, equal=1)
    assert tallies[2, 1].below == 1


def test_a_row_of_the_crosstable_adds_up_to_the_points_of_the_standings():
    games = [game(1, 2, 3, 3), game(1, 1, 3, 4), game(4, 3, 2, 1)]
    points = {row.entrant: row.points for row in rows(*games, entrants=4)}
    table = build_crosstable(range(4), tally_pairs(games))

    for entrant, cells in zip(table.entrants, table.rows, strict=True):
        assert sum(cell.points for cell in cells if cell is not None) == points[entrant]


def test_a_pair_of_cells_adds_up_to_the_games_both_played():
    table = build_crosstable(range(3), tally_pairs([game(1, 2, 2), game(3, 1, 2)]))

    cell, mirrored = table.rows[0][1], table.rows[1][0]
    assert cell is not None
    assert mirrored is not None
    assert cell.points + mirrored.points == cell.games == 2


def test_entrants_that_have_not_met_have_no_share():
    table = build_crosstable([0, 1], {})

    cell = table.rows[0][1]
    assert cell is not None
    assert (cell.games, cell.share, table.rows[0][0]) == (0, None, None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_points_of_a_game_are_as_many_as_its_pairs(seats):
    for places in ([1] * seats, list(range(1, seats + 1))):
        tallies = tally_entrants([game(*places)])

        assert sum(tally.half_points for tally in tallies.values()) == seats * (seats - 1)


def test_forfeits_are_counted():
    tallies = tally_entrants([[SeatedResult(0, 1, 5), SeatedResult(1, 2, 9, forfeited=True)]])

    assert tallies[1] == EntrantTally(games=1, places=2, scores=9, opponents=1, forfeits=1)

"""Flipping chips, and fights against robbers and diggers (paragraph 4)."""

from engine.rulesets.goldgraeber.chips import ONE, get_strength, is_robber, make_robber_chip
from engine.rulesets.goldgraeber.movement import can_retreat
from engine.rulesets.goldgraeber.phases import ATTACK, DEFEND, MOVE_AWAY, RETREAT, ROBBER
from engine.rulesets.goldgraeber.position import Position
from engine.rulesets.goldgraeber.turns import await_chance, end_turn

__all__ = ["attack", "defend", "fight_robber", "flip_chip", "retreat"]


def flip_chip(state: Position, chip: int) -> None:
    """Flip the chip under the digger: gold becomes an open find, a robber starts a fight."""
    seat, site = state.turn_seat, state.site
    state.face_down ^= 1 << site
    state.left -= ONE[chip]
    if state.known[site]:
        state.known[site] = 0
        state.peeks = [seen & ~(1 << site) for seen in state.peeks]
    else:
        state.unknown -= ONE[chip]
    if is_robber(chip):
        state.robbers[site] = get_strength(chip)
        await_chance(state, ROBBER)
    else:
        state.finds[seat] += ONE[chip]
        end_turn(state)


def fight_robber(state: Position, rolled: int) -> None:
    """Fight a robber (4.1): higher captures it and takes its pile, lower loses all open finds, equal rolls again."""
    seat, site = state.turn_seat, state.site
    strength = state.robbers[site]
    if rolled == strength:
        state.phase = ROBBER
    elif rolled > strength:
        pile = state.piles[site]
        state.finds[seat] += pile + ONE[make_robber_chip(strength)]
        state.piled -= pile
        state.piles[site] = state.robbers[site] = 0
        end_turn(state)
    else:
        lost = state.finds[seat]
        state.piles[site] += lost
        state.piled += lost
        state.finds[seat] = 0
        _move_away(state, seat, rolled)


def attack(state: Position, rolled: int) -> None:
    """Store the attacker's roll (4.2); the defender rolls next."""
    state.attack = rolled
    await_chance(state, DEFEND)


def defend(state: Position, rolled: int) -> None:
    """Compare the rolls: on a tie both roll again, else the winner takes the loser's finds and rolls to move away."""
    if rolled == state.attack:
        state.attack = 0
        await_chance(state, ATTACK)
        return
    winner, loser = state.turn_seat, state.defender
    if rolled > state.attack:
        winner, loser = loser, winner
    state.finds[winner] += state.finds[loser]
    state.finds[loser] = 0
    state.winner = winner
    await_chance(state, RETREAT)


def retreat(state: Position, rolled: int) -> None:
    """Let the winner move away by its roll."""
    _move_away(state, state.winner, rolled)


def _move_away(state: Position, seat: int, steps: int) -> None:
    """Let a seat choose where its digger moves away to; without a legal path the digger stays, without an event."""
    if not can_retreat(state, seat, steps):
        end_turn(state)
        return
    state.steps = steps
    state.phase = MOVE_AWAY
    state.actor = seat

"""Chance outcomes from seeds: dealt from the first seed of a game, sampled from the new seed of a fork."""

from collections.abc import Sequence

from engine.core.dealer import Dealer, commitment
from engine.core.errors import UnreadableRecord
from engine.core.header import Header
from engine.core.prng import Generator
from engine.core.ruleset import Action, State

__all__ = ["Chance", "derive_chances"]


class Chance:
    """
    Deterministic chance outcomes for one stretch of a log, derived from the seed of the stretch.

    The first seed of a game deals by the ruleset's purposes. The new seed of a fork starts in the middle of a game, so
    each of its outcomes is sampled from what is still possible, with a generator per step.
    """

    __slots__ = ("_dealer", "_seed", "is_redrawn")

    def __init__(self, seed: bytes, *, is_redrawn: bool = False) -> None:
        self._seed = seed
        self._dealer = Dealer(seed)
        self.is_redrawn = is_redrawn

    def __repr__(self) -> str:
        return f"Chance(commitment={commitment(self._seed)}, is_redrawn={self.is_redrawn})"

    def outcome(self, state: State, seq: int) -> Action:
        """Return the outcome of the chance step that becomes event ``seq``; call only while chance decides."""
        if self.is_redrawn:
            return state.draw(Generator.for_chance(self._seed, seq))
        return state.deal(self._dealer)


def derive_chances(
    header: Header, seed: bytes | None, earlier: Sequence[bytes] = ()
) -> tuple[Chance | None, ...]:
    """
    Return the chance of each stretch of a log, or None for a stretch whose seed is unknown.

    Args:
        header: the header with the forks at which stretches begin.
        seed: the seed of the last stretch, if known.
        earlier: known seeds of earlier stretches, in any order.

    Raises:
        UnreadableRecord: code ``seed_mismatch``; a seed does not match the commitments of the log.
    """
    stretches = header.list_stretches()
    known = {commitment(each): each for each in (*earlier, *(() if seed is None else (seed,)))}
    promised = {stretch.commitment for stretch in stretches}
    if seed is not None and commitment(seed) != stretches[-1].commitment:
        raise UnreadableRecord("seed_mismatch", field="seed")
    if not promised.issuperset(known):
        raise UnreadableRecord("seed_mismatch", field="earlier")
    made = {
        stretch: Chance(known[stretch.commitment], is_redrawn=stretch.is_redrawn)
        for stretch in set(stretches)
        if stretch.commitment in known
    }
    return tuple(made.get(stretch) for stretch in stretches)

"""
Parents of imported forks: find the stored game that an imported fork continues, and link them.

The record of a fork does not name its parent, but contains the parent's header, its forks, and its log up to the step,
byte for byte. So the two can be matched in whichever order they are imported.
"""

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from django.db import connection

from engine.core import EngineError
from games.event_store import verify_header
from games.models import Game
from games.queries import game_get, logged_events

__all__ = ["forks_link_parents"]

#: Forks without a parent, with the finished games that have the same header and the same chain hash at the step.
_PAIRS = """
    SELECT fork.id AS fork, parent.origin = 'submitted' AS is_submitted, parent.id AS parent FROM games_game fork
    JOIN games_game parent ON parent.header_hash = fork.header_hash
    WHERE fork.parent_id IS NULL AND fork.parent_step IS NOT NULL AND {chosen}
      AND parent.status = 'finished' AND parent.head_seq > fork.parent_step
      AND COALESCE(parent.parent_step, -1) < fork.parent_step
      AND (fork.parent_step = 0 OR EXISTS (
          SELECT FROM games_event ours JOIN games_event theirs ON theirs.chain = ours.chain
          WHERE ours.game_id = fork.id AND ours.seq = fork.parent_step
            AND theirs.game_id = parent.id AND theirs.seq = fork.parent_step
      ))
"""

#: Games that were played here or imported from an archive precede submitted ones.
_ORDER = "ORDER BY fork, is_submitted, parent"

_ALL = _PAIRS.format(chosen="TRUE") + _ORDER

#: Each half uses an index, even if many games have the same header.
_OF_SOME = f"""
    {_PAIRS.format(chosen="fork.id = ANY(%(games)s)")}
    UNION
    {_PAIRS.format(chosen="parent.id = ANY(%(games)s)")}
    {_ORDER}
"""


def forks_link_parents(game_ids: Iterable[int] | None = None) -> list[int]:
    """
    Link forks that have no parent to the stored games they continue; return the ids of the linked forks.

    Args:
        game_ids: restrict the search to pairs with a fork or parent among these games; None searches all.
    """
    with connection.cursor() as cursor:
        if game_ids is None:
            cursor.execute(_ALL)
        else:
            cursor.execute(_OF_SOME, {"games": list(game_ids)})
        pairs = cursor.fetchall()
    linked = []
    for fork_id, found in groupby(pairs, key=itemgetter(0)):
        parent_id = next((parent for _, _, parent in found if _continues(fork_id, parent)), None)
        if parent_id is not None and Game.objects.filter(pk=fork_id, parent=None).update(parent=parent_id):
            linked.append(fork_id)
    return linked


def _continues(fork_id: int, parent_id: int) -> bool:
    """
    Return whether a fork's log equals the other game's up to the step of its last fork.

    The fork's log was verified when it was imported, so no further check is needed.
    """
    fork, parent = game_get(fork_id), game_get(parent_id)
    try:
        forks, before = verify_header(fork).forks, verify_header(parent).forks
    except EngineError:
        return False
    if forks[:-1] != before:
        return False
    step = forks[-1].step
    return logged_events(fork_id, last=step) == logged_events(parent_id, last=step)

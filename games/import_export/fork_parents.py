"""
Parents of forks that came in by their records: the games here that they go on from.

A record of a fork names no game, but it holds its parent's header, the forks before its own, and its parent's log up to
the step, byte for byte. So whoever has both can tell, in whichever order they came in.
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

#: Forks without a parent, and the finished games with the same header and the same hash at their step.
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

#: A game that was played here, or came from an archive, goes before one that somebody submitted.
_ORDER = "ORDER BY fork, is_submitted, parent"

_ALL = _PAIRS.format(chosen="TRUE") + _ORDER

#: Each half goes by an index, also where very many games have the same header.
_OF_SOME = f"""
    {_PAIRS.format(chosen="fork.id = ANY(%(games)s)")}
    UNION
    {_PAIRS.format(chosen="parent.id = ANY(%(games)s)")}
    {_ORDER}
"""


def forks_link_parents(game_ids: Iterable[int] | None = None) -> list[int]:
    """
    Give forks without a parent the game here that they go on from, if there is one; return the forks' ids.

    Args:
        game_ids: only forks or parents among those; None: all there are.
    """
    with connection.cursor() as cursor:
        if game_ids is None:
            cursor.execute(_ALL)
        else:
            cursor.execute(_OF_SOME, {"games": list(game_ids)})
        pairs = cursor.fetchall()
    joined = []
    for fork_id, found in groupby(pairs, key=itemgetter(0)):
        parent_id = next((parent for _, _, parent in found if _goes_on_from(fork_id, parent)), None)
        if parent_id is not None and Game.objects.filter(pk=fork_id, parent=None).update(parent=parent_id):
            joined.append(fork_id)
    return joined


def _goes_on_from(fork_id: int, parent_id: int) -> bool:
    """
    Whether a fork's log is the other game's up to the step where its last line stands.

    The fork's own log was judged when it came in, so what equals it is right.
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

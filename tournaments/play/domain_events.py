"""Domain events of tournaments, published after commit with a notification of the tournament's subscribers."""

from enum import StrEnum

from games.realtime import Subject, notify_subject, publish

__all__ = ["TournamentDomainEvent", "tournament_publish"]


class TournamentDomainEvent(StrEnum):
    """Events of tournaments; a subscriber is called with ``tournament_id``."""

    #: Its games can be played.
    STARTED = "tournament_started"
    #: Games are waiting, and workers may not have been notified.
    WORK_WAITING = "tournament_work_waiting"
    FINISHED = "tournament_finished"
    CANCELLED = "tournament_cancelled"


def tournament_publish(event: TournamentDomainEvent, tournament_id: int) -> None:
    """Publish an event of a tournament once the current transaction has committed; at once outside of one."""
    notify_subject(Subject.TOURNAMENT, [tournament_id])
    publish(event, tournament_id=tournament_id)

"""Publish and subscribe: LISTEN/NOTIFY topics, the listener of a process, and domain events after commit."""

from games.realtime.domain_events import GameDomainEvent, publish
from games.realtime.listener import Wake, checkpoint, subscribe
from games.realtime.topics import Subject, Topic, notify, notify_subject

__all__ = [
    "GameDomainEvent",
    "Subject",
    "Topic",
    "Wake",
    "checkpoint",
    "notify",
    "notify_subject",
    "publish",
    "subscribe",
]

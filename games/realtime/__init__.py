"""Publish and subscribe: LISTEN/NOTIFY topics, the listener of a process, and domain events after commit."""

from games.realtime.domain_events import GameNews, publish
from games.realtime.listener import Wake, mark, subscription
from games.realtime.topics import Subject, Topic, topics_all_tell, topics_tell

__all__ = [
    "GameNews",
    "Subject",
    "Topic",
    "Wake",
    "mark",
    "publish",
    "subscription",
    "topics_all_tell",
    "topics_tell",
]

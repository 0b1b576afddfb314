"""
The visible table of who hears which news.

`games` and `tournaments` publish news after their transaction has committed and know nobody above them. This table
is the only place that joins the two ends. The publisher finds it as `settings.SUBSCRIPTIONS`; a subscriber is a
dotted name of a callable that takes the news' fields as keyword arguments. Subscribers of one name are called in the
order written. A name that can't be imported is an error of `manage.py check`.
"""

SUBSCRIPTIONS: dict[str, tuple[str, ...]] = {}

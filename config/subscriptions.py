"""
The visible table of who hears which news.

`games` and `tournaments` publish news after their transaction has committed and know nobody above them. This table
is the only place that joins the two ends. The publisher finds it as `settings.SUBSCRIPTIONS`; a subscriber is a
dotted name of a callable that takes the news' fields as keyword arguments. Subscribers of one name are called in the
order written. A name that can't be imported is an error of `manage.py check`.
"""

SUBSCRIPTIONS: dict[str, tuple[str, ...]] = {
    # Plans follow what became of their games, and a tournament without more to play is finished.
    "games_finished": ("tournaments.play.settlement.games_ended",),
    "games_voided": (
        "tournaments.play.settlement.games_ended",
        "tournaments.play.settlement.entered_games_voided",
    ),
    # Built-in bots too slow to decide while somebody waits do so in a worker.
    "live_work_due": ("games.tasks.offer_live_work",),
    # Games that can be played are offered to the workers.
    "tournament_started": ("tournaments.tasks.offer_work",),
    "games_forked": ("tournaments.tasks.offer_forks",),
    "tournament_work_waiting": ("tournaments.tasks.offer_work",),
}

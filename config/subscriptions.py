"""
Subscribers of domain events.

`games` and `tournaments` publish an event after their transaction has committed, and import nothing above them. They
find this table as `settings.SUBSCRIPTIONS`. A subscriber is the dotted name of a callable that takes the event's fields
as keyword arguments. Subscribers of one event are called in the order written. `manage.py check` reports a name that
cannot be imported.
"""

SUBSCRIPTIONS: dict[str, tuple[str, ...]] = {
    # Finishes a tournament with nothing left to play.
    "games_finished": ("tournaments.play.settlement.tournaments_settle",),
    "games_voided": (
        "tournaments.play.settlement.tournaments_settle",
        "tournaments.play.settlement.tournaments_notify_voided",
    ),
    # Lets a worker decide for built-in bots that are too slow for a request.
    "live_work_due": ("games.tasks.offer_live_work",),
    # Offers playable games to the workers.
    "tournament_started": ("tournaments.tasks.dispatch_tournament",),
    "games_forked": ("tournaments.tasks.dispatch_forks",),
    "planned_games_waiting": ("tournaments.tasks.dispatch_planned_games",),
    "tournament_work_waiting": ("tournaments.tasks.dispatch_tournament",),
}

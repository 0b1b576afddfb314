"""Restart the processes of a running Rodeo whenever a source file changes, as `make run` does."""

import logging
from pathlib import Path
from typing import NoReturn

from config import env
from config.demo.supervisor import StopRequested, Supervisor

#: What the processes have loaded and would not load again: modules, templates and the data of the rules.
_LOADED = (".py", ".html", ".json")
_PACKAGES = ("api", "config", "engine", "frontend", "games", "tournaments")
_POLL_MILLISECONDS = 200


def restart_on_changes(supervisor: Supervisor) -> NoReturn:
    """
    Watch the source files and restart all parts after a change; raise StopRequested at a signal to stop.

    A part that ends by itself is reported once and starts again with the next change.
    """
    from watchfiles import watch  # installed by `make venv`, not for the demo

    logging.getLogger("watchfiles").setLevel(logging.WARNING)  # the changes are reported here, by name
    changes_or_timeouts = watch(
        *(env.CHECKOUT / package for package in _PACKAGES),
        watch_filter=lambda _, path: path.endswith(_LOADED),
        rust_timeout=_POLL_MILLISECONDS,
        yield_on_timeout=True,
    )
    reported: dict[str, str] = {}
    while True:
        try:
            changes = next(changes_or_timeouts)
        except KeyboardInterrupt as signalled:  # what `watch` makes of an exception in a handler of signals
            raise StopRequested from signalled
        if changes:
            names = sorted({str(Path(path).relative_to(env.CHECKOUT)) for _, path in changes})
            supervisor.say(f"Restarting, because of changes in {', '.join(names)}")
            supervisor.restart_parts()
            reported.clear()
        supervisor.restart_ended_servers()
        for part in supervisor.parts:
            how = part.ended()
            if how and part.name not in reported:
                supervisor.say(f"The {part.name} {how}; it starts again when a file changes.")
                reported[part.name] = how

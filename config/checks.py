"""Django system checks of the composition root, which report at the start what would otherwise fail at first use."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.utils.module_loading import import_string


def check_subscriptions(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Return an error for each subscriber in the table that cannot be imported or called."""
    faults: list[CheckMessage] = []
    for event, subscribers in settings.SUBSCRIPTIONS.items():
        for dotted in subscribers:
            try:
                found = import_string(dotted)
            except ImportError as error:
                faults.append(
                    Error(
                        f"{event!r} is sent to {dotted}, which can't be imported: {error}", id="config.E001"
                    )
                )
                continue
            if not callable(found):
                faults.append(
                    Error(f"{event!r} is sent to {dotted}, which can't be called.", id="config.E002")
                )
    return faults


def register_all() -> None:
    """Register the checks of this module with Django."""
    register(check_subscriptions)

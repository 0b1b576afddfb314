"""Settings of the engine's property tests: few examples by default, many with ``--hypothesis-profile=thorough``."""

from typing import Any

from hypothesis import HealthCheck, settings

_CALM = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick", max_examples=15, deadline=None, derandomize=True, suppress_health_check=_CALM
)
settings.register_profile("thorough", max_examples=400, deadline=None, suppress_health_check=_CALM)


def pytest_configure(config: Any) -> None:
    """Take few examples unless the command line names a profile."""
    if not config.getoption("--hypothesis-profile", default=None):
        settings.load_profile("quick")

"""The web server's parts: request handler, security headers, static files, garbage collection."""

from config.web.garbage import collect_less_often
from config.web.handler import ThreadPoolHandler
from config.web.security import security_headers
from config.web.staticfiles import (
    CollectedFilesConfig,
    HashedStaticFilesStorage,
    StaticFilesMiddleware,
    compute_sources_digest,
)

__all__ = [
    "CollectedFilesConfig",
    "HashedStaticFilesStorage",
    "StaticFilesMiddleware",
    "ThreadPoolHandler",
    "collect_less_often",
    "compute_sources_digest",
    "security_headers",
]

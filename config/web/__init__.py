"""What the web server needs besides Django: the request handler, security headers, static files, garbage collection."""

from config.web.garbage import collect_less_often
from config.web.handler import ThreadPoolHandler
from config.web.security import security_headers
from config.web.staticfiles import (
    CollectedFilesConfig,
    HashedStaticFilesStorage,
    StaticFilesMiddleware,
    sources_digest,
)

__all__ = [
    "CollectedFilesConfig",
    "HashedStaticFilesStorage",
    "StaticFilesMiddleware",
    "ThreadPoolHandler",
    "collect_less_often",
    "security_headers",
    "sources_digest",
]

"""What the web server needs besides Django: the request handler, security headers, static files, garbage collection."""

from config.web.garbage import collect_less_often
from config.web.one_hop import OneHopHandler
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
    "OneHopHandler",
    "StaticFilesMiddleware",
    "collect_less_often",
    "security_headers",
    "sources_digest",
]

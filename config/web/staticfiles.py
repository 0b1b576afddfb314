"""Static files with hashed names, which browsers may cache without expiry; imports of ES modules are rewritten."""

import hashlib
from contextlib import closing
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedFilesConfig(StaticFilesConfig):
    """Django's app for static files without the files no page uses, which would take longest to compress."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "drf_spectacular_sidecar/redoc/*",
        "rest_framework/*",
    ]


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Storage that adds a hash to each name and rewrites `import "./x.js"` in modules without a build step."""

    support_js_module_import_aggregation = True
    # Only modules of this project: others mention files they do not ship, for example in comments about types.
    _js_module_import_aggregation_patterns = (
        "frontend/*.js",
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined]
    )


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise without streaming: the files are small, and a streamed file would be read in another thread."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Return the response with a file, or with the requested range of it."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with closing(found.file) as file:
                content = file.read()
        whole = HttpResponse(content, status=int(found.status))
        del whole.headers["Content-Type"]
        for name, value in found.headers:
            whole.headers[name] = value
        return whole


def compute_sources_digest() -> str:
    """Return a digest of the names, sizes and modification times of all static sources, to detect changes."""
    lines = []
    for finder in finders.get_finders():
        for name, storage in finder.list(ignore_patterns=CollectedFilesConfig.ignore_patterns):
            stat = Path(storage.path(name)).stat()
            lines.append(f"{name} {stat.st_size} {stat.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()

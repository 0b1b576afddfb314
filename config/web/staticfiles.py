"""Static files: hashed names that browsers may keep for ever, ES-module imports included."""

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
    """
    Collect what our pages use: packages also ship other pages' files, which take longer to compress than all others.
    """

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "drf_spectacular_sidecar/redoc/*",
        "rest_framework/*",
    ]


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Names files by their content and rewrites `import "./x.js"` in modules, so that no build step is needed."""

    support_js_module_import_aggregation = True
    # Our own modules only: others mention files they do not ship, in comments about types for instance.
    _js_module_import_aggregation_patterns = (
        "frontend/*.js",
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined]
    )


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves static files whole: they are small, and a streamed file would be read in a thread of its own."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Return a file, or the part of it that is asked for."""
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


def sources_digest() -> str:
    """Return a digest of the names, sizes and times of all static sources, which tells whether to collect them anew."""
    lines = []
    for finder in finders.get_finders():
        for name, storage in finder.list(ignore_patterns=CollectedFilesConfig.ignore_patterns):
            stat = Path(storage.path(name)).stat()
            lines.append(f"{name} {stat.st_size} {stat.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()

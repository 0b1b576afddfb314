"""The settings of the tests: those of Rodeo, on servers of the test run, where speed matters more than safety."""

import os

from tests import servers

for _name in ("DEBUG", "HTTPS", "ALLOWED_HOSTS", "LOG_LEVEL", "SECRET_KEY"):
    os.environ.pop(_name, None)  # a developer's own settings must not decide whether a test passes
servers.provide()

from config.settings import *  # noqa: E402, F403

STATIC_ROOT.mkdir(exist_ok=True)  # noqa: F405 - WhiteNoise warns of a missing one with every client

#: The same PostgreSQL, which can be emptied although events are append-only.
DATABASES["default"]["ENGINE"] = "tests.database"  # noqa: F405
#: Threads must not keep connections to a database that the run drops at its end.
DATABASES["default"]["CONN_MAX_AGE"] = 0  # noqa: F405

#: The real hasher takes a tenth of a second per password on purpose.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

#: Tests of pages need no collected files; those of a running site collect and hash them for real.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

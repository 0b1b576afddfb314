"""Django's settings as typed constants, each with its reason. `config.env` reads what the environment may change."""

from pathlib import Path
from typing import Any

import django_stubs_ext
from kombu import Queue

from config import embedded, env, subscriptions
from config.secrets_kept import load_or_create_secret

# Allows generic classes of Django at run time, as in `ModelAdmin[Token]`.
django_stubs_ext.monkeypatch()

BASE_DIR: Path = env.CHECKOUT

#: Folder of the embedded servers, collected static files, secrets and logs.
DATA_FOLDER: Path = env.data_folder()

DEBUG: bool = env.read_flag(env.DEBUG)

SECRET_KEY: str = env.SECRET_KEY.read() or load_or_create_secret(DATA_FOLDER, "secret_key", length=48)

ALLOWED_HOSTS: list[str] = env.read_list(env.ALLOWED_HOSTS)

# --- Apps -------------------------------------------------------------------------------------------------------

INSTALLED_APPS: list[str] = [
    "config.apps.RodeoConfig",
    "frontend",
    "api",
    "tournaments",
    "games",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.web.CollectedFilesConfig",
]

#: All middleware is synchronous: config.web.handler runs it with the view in one call in a thread.
MIDDLEWARE: list[str] = [
    "django.middleware.security.SecurityMiddleware",
    "config.web.security_headers",
    "api.http.middleware.problems_everywhere",
    "config.web.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF: str = "config.urls"
ASGI_APPLICATION: str = "config.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

#: Subscribers of each domain event.
SUBSCRIPTIONS: dict[str, tuple[str, ...]] = subscriptions.SUBSCRIPTIONS

# --- Database ---------------------------------------------------------------------------------------------------

DATABASE_URL: str = env.DATABASE_URL.read() or embedded.database_url(DATA_FOLDER)

_parameters = env.database_parameters(DATABASE_URL)

DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": _parameters.pop("host", ""),
        "PORT": _parameters.pop("port", ""),
        "NAME": _parameters.pop("dbname"),
        "USER": _parameters.pop("user", ""),
        "PASSWORD": _parameters.pop("password", ""),
        # Each thread keeps its connection: a web process has a fixed number of threads, a worker's processes one each.
        # A connection is checked at its first use in a request, because the server may have been restarted.
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        # Seconds after which an unreachable server is reported; 2 is the minimum of libpq.
        "OPTIONS": {"connect_timeout": 2}
        # A server that vanishes without closing its connections is noticed after 5 s by a statement being sent, after
        # 11 s by one that waits for its result. By default, TCP gives such a connection up after a quarter of an hour.
        | {"tcp_user_timeout": 5000, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
        | _parameters
        # Let psycopg prepare the statements of games/db/statements.py. Django's own cursors never prepare any.
        | {"prepare_threshold": 5},
    },
}

DEFAULT_AUTO_FIELD: str = "django.db.models.BigAutoField"

# --- Broker, cache and tasks ------------------------------------------------------------------------------------

BROKER_URL: str = env.broker_url(env.BROKER_URL.read() or embedded.broker_url(DATA_FOLDER))

#: All processes share it, so that the API's rates apply to them together.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env.cache_url(BROKER_URL),
        "KEY_PREFIX": "rodeo-cache",
    },
}

CELERY_BROKER_URL: str = BROKER_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP: bool = True
#: Wait without a limit for a broker that is being restarted.
CELERY_BROKER_CONNECTION_MAX_RETRIES: int | None = None
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    # Seconds after which an unacknowledged task is delivered again; leases make a second delivery harmless.
    "visibility_timeout": 60,
    # With Kombu's defaults (10 and 10), redelivery would take up to 100 seconds more.
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
}
#: Acknowledge a task after the work, requeue the tasks of a killed process, and prefetch one task per process.
CELERY_TASK_ACKS_LATE: bool = True
CELERY_TASK_REJECT_ON_WORKER_LOST: bool = True
CELERY_WORKER_PREFETCH_MULTIPLIER: int = 1
#: A running task continues when the broker is lost: its lease protects what it writes.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS: bool = False
#: Results are rows in PostgreSQL; messages only announce work.
CELERY_TASK_IGNORE_RESULT: bool = True
#: Maintenance and live games have separate queues, from which workers take in turn: play fills the first queue for
#: minutes, and live games must not wait for verification.
CELERY_TASK_QUEUES: tuple[Queue, ...] = (Queue("celery"), Queue("upkeep"), Queue("live"))
CELERY_TASK_ROUTES: dict[str, dict[str, str]] = {
    "api.tasks.sweep_answers": {"queue": "upkeep"},
    "games.tasks.verify_unverified": {"queue": "upkeep"},
    "games.tasks.live_decide": {"queue": "live"},
    "games.tasks.live_upkeep": {"queue": "live"},
    "tournaments.tasks.sweep": {"queue": "upkeep"},
}
CELERY_TASK_SERIALIZER: str = "json"
CELERY_ACCEPT_CONTENT: list[str] = ["json"]
CELERY_ENABLE_UTC: bool = True
CELERY_TIMEZONE: str = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME: str = str(DATA_FOLDER / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # Requeues work with an expired lease, and planned games without a message.
    "sweep": {"task": "tournaments.tasks.sweep", "schedule": 10.0, "options": {"expires": 10.0}},
    # Forfeits expired clocks of live games, and requeues lost work.
    "live": {"task": "games.tasks.live_upkeep", "schedule": 2.0, "options": {"expires": 4.0}},
    # Deletes expired idempotency records.
    "sweep answers": {"task": "api.tasks.sweep_answers", "schedule": 3600.0, "options": {"expires": 3600.0}},
    # Verifies finished games, so that pages and lists can show the verdict.
    "verify": {"task": "games.tasks.verify_unverified", "schedule": 20.0, "options": {"expires": 20.0}},
}

# --- API --------------------------------------------------------------------------------------------------------

#: Rate limits per client. Most reads count as `anonymous` or `user` only. In addition to these, `organise` (creating,
#: changing, starting and ending tournaments), `tables` (creating remote bots, opening and joining games), `verify`,
#: `fork` and the expensive reads, `replay` (frames and verdicts) and `export`, are counted. Turns and actions of live
#: games count as `play` only.
API_RATES: dict[str, str] = {
    "anonymous": "300/minute",
    "user": "1200/minute",
    "organise": "60/hour",
    "verify": "60/minute",
    "tables": "600/hour",
    "play": "6000/minute",
    "fork": "60/hour",
    "submit": "60/minute",
    "receipts": "120/minute",
    "replay": "120/minute",
    "export": "30/hour",
}
#: Maximum size of a request's body, in bytes.
API_MAX_BODY_BYTES: int = 64 * 1024
#: Maximum size of one submitted record, in bytes; the longest possible game has a few megabytes.
API_MAX_RECORD_BYTES: int = 8 * 1024 * 1024
#: Maximum size of a batch of records, in bytes and in records.
API_MAX_BATCH_BYTES: int = 64 * 1024 * 1024
API_MAX_BATCH_RECORDS: int = 1000
#: Maximum number of steps per response with frames.
API_MAX_FRAMES: int = 50
#: Maximum number of open streams per process, and per user or address in a process; further clients poll.
API_MAX_STREAMS: int = 500
API_MAX_OWN_STREAMS: int = 50
#: Maximum number of concurrent exports per process, and per user or address; each takes some megabytes of memory.
API_MAX_EXPORTS: int = 16
API_MAX_OWN_EXPORTS: int = 2
#: Maximum number of long polls per user in a process; further ones are answered at once.
API_MAX_WAITS: int = 500
#: Seconds between heartbeats of a stream, so that no proxy closes it; each also queries the database.
API_STREAM_HEARTBEAT: float = 15.0
#: Seconds after which a stream ends, so that its client reconnects and authenticates again.
API_STREAM_SECONDS: float = 900.0

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.auth.authentication.TokenAuthentication",
        "api.auth.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["api.formats.renderers.OrjsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.formats.parsers.StrictJSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["api.lists.filters.StrictFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "api.lists.pagination.NewestFirstPagination",
    "DEFAULT_THROTTLE_CLASSES": [
        "api.limits.throttling.AnonymousThrottle",
        "api.limits.throttling.UserThrottle",
        "api.limits.throttling.ScopedThrottle",
        "api.limits.throttling.ReadThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": API_RATES,
    # X-Forwarded-For is trusted only behind the site's own proxy.
    "NUM_PROXIES": 1 if env.read_flag(env.HTTPS) else 0,
    "DEFAULT_SCHEMA_CLASS": "api.http.openapi.ViewSchema",
    "EXCEPTION_HANDLER": "api.http.exception_handler.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    # `?format=` is refused as an unknown parameter; clients use the Accept header.
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Rodeo",
    "DESCRIPTION": "Tournaments between bots that play board games, kept as logs anyone can check.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_SUFFIX": "",
    "ENUM_NAME_OVERRIDES": {
        "TournamentStatus": "tournaments.models.core.TournamentStatus",
        "GameStatus": "games.models.core.GameStatus",
        "GameVerdict": "games.models.core.GameVerdict",
        "BlockerCode": "tournaments.selectors.BlockerCode",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.http.openapi.add_problems",
    ],
    # Served from the site's static files: the pages load nothing from other hosts.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- Static files -----------------------------------------------------------------------------------------------

STATIC_URL: str = "/static/"
STATIC_ROOT: Path = DATA_FOLDER / "static"
#: All URLs are hashed, so unhashed copies are never requested.
WHITENOISE_KEEP_ONLY_HASHED_FILES: bool = True
STORAGES: dict[str, dict[str, str]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.web.HashedStaticFilesStorage"
    },
}

# --- Security ---------------------------------------------------------------------------------------------------

_https: bool = env.read_flag(env.HTTPS)

#: The pages run no inline scripts and load nothing from other hosts.
CONTENT_SECURITY_POLICY: dict[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
PERMISSIONS_POLICY: str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
X_FRAME_OPTIONS: str = "DENY"
SECURE_REFERRER_POLICY: str = "same-origin"
SECURE_SSL_REDIRECT: bool = _https
SECURE_HSTS_SECONDS: int = 31_536_000 if _https else 0
SECURE_PROXY_SSL_HEADER: tuple[str, str] | None = ("HTTP_X_FORWARDED_PROTO", "https") if _https else None
SESSION_COOKIE_SECURE: bool = _https
SESSION_COOKIE_SAMESITE: str = "Lax"
CSRF_COOKIE_SECURE: bool = _https
#: Behind an HTTPS proxy, forms come from the allowed hosts.
CSRF_TRUSTED_ORIGINS: list[str] = (
    [f"https://{host}" for host in ALLOWED_HOSTS if host != "*"] if _https else []
)
AUTH_PASSWORD_VALIDATORS: list[dict[str, str]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
#: A record of a long game is a few megabytes of JSON.
DATA_UPLOAD_MAX_MEMORY_SIZE: int = 16 * 1024 * 1024

# --- Language and time ------------------------------------------------------------------------------------------

LANGUAGE_CODE: str = "en"
USE_I18N: bool = True
USE_TZ: bool = True
FORMAT_MODULE_PATH: str = "config.formats"
TIME_ZONE: str = "UTC"

# --- Logging ----------------------------------------------------------------------------------------------------

LOG_LEVEL: str = env.read_choice(env.LOG_LEVEL, ("DEBUG", "INFO", "WARNING", "ERROR"))

#: Plain lines on standard error.
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    # Django's own handlers would print each line again or mail the admins.
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # A line per received and finished task is too much: a tournament has thousands.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
    },
}

"""
Environment variables: the only module that reads `os.environ`.

Each variable is declared once, in `VARIABLES`; docs/settings.md repeats the table, and a test compares the two.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

CHECKOUT = Path(__file__).resolve().parent.parent


class EnvironmentInvalid(ValueError):
    """An environment variable has an invalid value."""


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable: its name, its default and a sentence of help."""

    name: str
    default: str
    help: str

    def read(self) -> str:
        """Return the value, or the default when the variable is unset or empty."""
        return os.environ.get(self.name, "").strip() or self.default


DATABASE_URL = Variable(
    "DATABASE_URL",
    "",
    "PostgreSQL server, as `postgresql://user:password@host:port/name`; unset: the embedded one.",
)
BROKER_URL = Variable(
    "BROKER_URL", "", "Redis or Valkey server for Celery, as `redis://host:port/0`; unset: the embedded one."
)
SECRET_KEY = Variable(
    "SECRET_KEY", "", "Key that signs sessions; unset: one is made and kept in the data folder."
)
DEBUG = Variable("DEBUG", "0", "1 shows tracebacks in the browser and serves static files unhashed.")
ALLOWED_HOSTS = Variable(
    "ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]", "Host names the site answers to, separated by commas."
)
HTTPS = Variable(
    "HTTPS", "0", "1 when a proxy in front speaks HTTPS: secure cookies, HSTS and trust in X-Forwarded-Proto."
)
DATA_FOLDER = Variable(
    "DATA_FOLDER", str(CHECKOUT / ".data"), "Folder of the embedded servers, collected static files and logs."
)
LOG_LEVEL = Variable("LOG_LEVEL", "INFO", "Least severe log line shown: DEBUG, INFO, WARNING or ERROR.")
HOST = Variable("HOST", "127.0.0.1", "Address `make demo` listens on.")
PORT = Variable("PORT", "8000", "Port `make demo` listens on.")

VARIABLES: tuple[Variable, ...] = (
    DATABASE_URL,
    BROKER_URL,
    SECRET_KEY,
    DEBUG,
    ALLOWED_HOSTS,
    HTTPS,
    DATA_FOLDER,
    LOG_LEVEL,
    HOST,
    PORT,
)

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


def read_flag(variable: Variable) -> bool:
    """Return the value of a boolean variable."""
    value = variable.read().lower()
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise EnvironmentInvalid(f"{variable.name} must be 1 or 0, not {value!r}.")


def read_number(variable: Variable, minimum: int, maximum: int) -> int:
    """Return the value of an integer variable, which must be within the bounds."""
    value = variable.read()
    if not value.isascii() or not value.isdigit() or not minimum <= int(value) <= maximum:
        raise EnvironmentInvalid(
            f"{variable.name} must be a whole number from {minimum} to {maximum}, not {value!r}."
        )
    return int(value)


def read_list(variable: Variable) -> list[str]:
    """Return the comma-separated parts of a variable."""
    return [part.strip() for part in variable.read().split(",") if part.strip()]


def read_choice(variable: Variable, allowed: tuple[str, ...]) -> str:
    """Return the value of a variable in upper case, which must be one of the allowed words."""
    value = variable.read().upper()
    if value not in allowed:
        raise EnvironmentInvalid(f"{variable.name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def data_folder() -> Path:
    """Return the absolute path of the data folder, which may not exist yet."""
    return (CHECKOUT / Path(DATA_FOLDER.read()).expanduser()).resolve()


def database_parameters(url: str) -> dict[str, str]:
    """
    Return the connection parameters in a database URL, as libpq reads and names them.

    A socket folder is given as `postgresql://user@/name?host=/folder`.
    """
    scheme = urlsplit(url).scheme
    if scheme not in ("postgres", "postgresql"):
        raise EnvironmentInvalid(
            f"DATABASE_URL must start with postgresql://, not {scheme or 'nothing'!r}: Rodeo needs PostgreSQL."
        )
    try:
        found = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except ProgrammingError as error:
        raise EnvironmentInvalid(f"DATABASE_URL can't be read: {' '.join(str(error).split())}.") from error
    if not found.get("dbname"):
        raise EnvironmentInvalid("DATABASE_URL names no database: put its name after the last slash.")
    if not found.get("port", "0").isdigit():
        raise EnvironmentInvalid("DATABASE_URL names a port that is not a number.")
    return found


def broker_url(url: str) -> str:
    """Return the broker URL, or refuse a transport that can lose tasks."""
    scheme = urlsplit(url).scheme
    if scheme not in ("redis", "rediss", "redis+socket"):
        raise EnvironmentInvalid(
            f"BROKER_URL must start with redis://, rediss:// or redis+socket://, not {scheme or 'nothing'!r}."
        )
    return url


def cache_url(broker: str) -> str:
    """Return the broker's URL as Django's Redis cache writes it, with `unix` and `db`."""
    parts = urlsplit(broker)
    if parts.scheme != "redis+socket":
        return broker
    number = dict(parse_qsl(parts.query)).get("virtual_host", "0")
    return f"unix://{parts.path}?db={number}"


def set_server_urls(*, database_url: str, broker_url: str) -> None:
    """Set the URLs of both servers for this process and its children."""
    os.environ[DATABASE_URL.name] = database_url
    os.environ[BROKER_URL.name] = broker_url


def build_child_environment(**values: str) -> dict[str, str]:
    """Return this process's environment with some variables replaced, for a child process."""
    return {**os.environ, **values}

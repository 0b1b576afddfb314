"""
The environment: the only module that reads `os.environ`, and what each variable means.

Every variable is declared once in `VARIABLES`; docs/settings.md repeats the table and a test compares the two.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

CHECKOUT = Path(__file__).resolve().parent.parent


class EnvironmentInvalid(ValueError):
    """A variable of the environment has a value that means nothing here."""


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable of the environment: its name, what an unset one means, and a sentence about it."""

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


def flag(variable: Variable) -> bool:
    """Return whether a variable is on."""
    value = variable.read().lower()
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise EnvironmentInvalid(f"{variable.name} must be 1 or 0, not {value!r}.")


def number(variable: Variable, least: int, most: int) -> int:
    """Return a variable's whole number, which must lie between two bounds."""
    value = variable.read()
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise EnvironmentInvalid(
            f"{variable.name} must be a whole number from {least} to {most}, not {value!r}."
        )
    return int(value)


def words(variable: Variable) -> list[str]:
    """Return a variable's comma-separated parts."""
    return [part.strip() for part in variable.read().split(",") if part.strip()]


def choice(variable: Variable, allowed: tuple[str, ...]) -> str:
    """Return a variable's value, which must be one of a few words; their case is free."""
    value = variable.read().upper()
    if value not in allowed:
        raise EnvironmentInvalid(f"{variable.name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def data_folder() -> Path:
    """Return the absolute path of the data folder, which need not exist yet."""
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
    """Return a broker URL as it is, refusing transports that lose tasks."""
    scheme = urlsplit(url).scheme
    if scheme not in ("redis", "rediss", "redis+socket"):
        raise EnvironmentInvalid(
            f"BROKER_URL must start with redis://, rediss:// or redis+socket://, not {scheme or 'nothing'!r}."
        )
    return url


def cache_url(broker: str) -> str:
    """Return the broker's address in the words of Django's cache, which says `unix` and `db`."""
    parts = urlsplit(broker)
    if parts.scheme != "redis+socket":
        return broker
    number = dict(parse_qsl(parts.query)).get("virtual_host", "0")
    return f"unix://{parts.path}?db={number}"


def point_to(*, database_url: str, broker_url: str) -> None:
    """Set the addresses of both servers for this process and those it starts."""
    os.environ[DATABASE_URL.name] = database_url
    os.environ[BROKER_URL.name] = broker_url


def for_child(**values: str) -> dict[str, str]:
    """Return this process's environment with some variables set anew, for a process to be started."""
    return {**os.environ, **values}

#!/usr/bin/env python
"""Django's command line for Rodeo; the embedded servers run while a command needs them."""

import os
import sys

from config import embedded, env
from config.errors import StartRefused

#: Commands that read and write files only.
WITHOUT_SERVERS = frozenset({"check", "collectstatic", "findstatic", "help", "spectacular", "version"})


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    try:
        with embedded.ensure_running(env.data_folder(), select_servers(sys.argv)):
            execute_from_command_line(sys.argv)
    except (StartRefused, env.EnvironmentInvalid) as error:
        sys.exit(str(error))


def select_servers(arguments: list[str]) -> embedded.ServerSelection:
    """Return the embedded servers that a command line needs."""
    is_without = len(arguments) < 2 or arguments[1] in WITHOUT_SERVERS or {"-h", "--help"} & set(arguments)
    return embedded.ServerSelection.none() if is_without else embedded.ServerSelection.from_environment()


if __name__ == "__main__":
    main()

#!/usr/bin/env python
"""Django's command line for Rodeo, with the embedded servers running for as long as the command needs them."""

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
        with embedded.available(env.data_folder(), wanted(sys.argv)):
            execute_from_command_line(sys.argv)
    except (StartRefused, env.EnvironmentInvalid) as error:
        sys.exit(str(error))


def wanted(arguments: list[str]) -> embedded.Wanted:
    """Return which embedded servers a command line needs: those the environment names none for."""
    is_without = len(arguments) < 2 or arguments[1] in WITHOUT_SERVERS or {"-h", "--help"} & set(arguments)
    return embedded.Wanted.none() if is_without else embedded.Wanted.unless_given()


if __name__ == "__main__":
    main()

"""The command `python -m config.embedded.reset`: delete the data folder, unless a process uses it."""

import argparse
import shutil
import sys
from pathlib import Path

from config import env
from config.embedded.servers import hold_lock
from config.errors import StartRefused


def main() -> None:
    """Delete the data folder after asking; exit with one sentence if it is in use or not one of Rodeo's."""
    parser = argparse.ArgumentParser(
        prog="python -m config.embedded.reset", description="Delete the data folder."
    )
    parser.add_argument("--yes", action="store_true", help="delete without asking")
    arguments = parser.parse_args()
    folder = env.data_folder()
    if not folder.exists():
        sys.stdout.write(f"There is nothing to delete: {folder} does not exist.\n")
        return
    if not (folder / "servers.lock").is_file():
        sys.exit(f"{folder} is not a data folder of Rodeo; nothing was deleted.")
    try:
        with hold_lock(folder):
            if not (arguments.yes or is_confirmed(folder)):
                sys.exit("Nothing was deleted.")
            shutil.rmtree(folder)
    except StartRefused as error:
        sys.exit(f"{error} Stop it first; nothing was deleted.")
    sys.stdout.write(f"{folder} was deleted; `make demo` or `make run` creates it again.\n")


def is_confirmed(folder: Path) -> bool:
    """Ask whether to delete the folder, and return whether the answer is yes."""
    try:
        answer = input(f"Delete {folder} with all its games, tournaments and users? [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


if __name__ == "__main__":
    main()

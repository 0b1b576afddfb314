"""Secrets generated on this machine and stored in the data folder, readable only by their owner."""

import os
import secrets
from pathlib import Path


def load_or_create_secret(folder: Path, name: str, *, length: int = 32) -> str:
    """
    Return the secret of that name; generate and store it if there is none.

    Two processes that start together get the same secret: the first to link its file into place wins.
    """
    path = folder / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = folder / f".{name}.{secrets.token_hex(8)}"
        descriptor = os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(length) + "\n")
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: use its secret
        finally:
            draft.unlink()
    return path.read_text().strip()

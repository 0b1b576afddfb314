"""The demo: a whole Rodeo in the foreground, with its supervisor and its tournaments."""

from config.demo.run import main

__all__ = ["main"]

"""Errors that prevent Rodeo from starting; each message is one sentence for the user."""


class StartRefused(Exception):
    """Rodeo can't start; the message is one sentence for the user."""


class DataFolderBroken(StartRefused):
    """The data folder can't be used."""


class ServerFailed(StartRefused):
    """An embedded server could not be started on this machine."""


class AlreadyServed(StartRefused):
    """Another process runs the embedded servers of this data folder."""


class PortTaken(StartRefused):
    """Another program listens on the site's port."""


class ChildFailed(StartRefused):
    """A part of the demo ended too often."""

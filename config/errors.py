"""What can go wrong before Rodeo runs, each told in one sentence to whoever started it."""


class StartRefused(Exception):
    """Rodeo can't start; the message is one sentence for people."""


class DataFolderBroken(StartRefused):
    """The data folder holds something that can't be served."""


class ServerFailed(StartRefused):
    """An embedded server could not be started on this machine."""


class AlreadyServed(StartRefused):
    """Another process runs the embedded servers of this data folder."""


class PortTaken(StartRefused):
    """Another program listens on the port the site was to use."""


class ChildFailed(StartRefused):
    """A part of the demo ended again and again."""

"""Progress: a bar on a terminal, lines elsewhere."""

import io

from games.management.progress import track_progress


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_other_streams_get_lines_with_the_number_of_finished_items():
    stream = io.StringIO()

    assert list(track_progress(range(3), title="Counting", total=3, stream=stream)) == [0, 1, 2]
    assert stream.getvalue() == "Counting: 3 of 3, done\n"


def test_a_long_run_writes_a_line_every_few_seconds(monkeypatch):
    times = iter(range(0, 100, 3))
    monkeypatch.setattr("games.management.progress.monotonic", lambda: next(times))
    stream = io.StringIO()

    list(track_progress(range(6), title="Counting", total=6, stream=stream))

    lines = stream.getvalue().splitlines()
    assert 2 < len(lines) < 6
    assert lines[0] == "Counting: 2 of 6"


def test_a_terminal_shows_a_bar():
    stream = Terminal()

    list(track_progress(range(3), title="Counting", total=3, stream=stream))

    assert "Counting" in stream.getvalue()
    assert "3/3" in stream.getvalue()

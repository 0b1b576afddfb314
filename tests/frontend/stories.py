"""Stories made by hand, for tests of what pages make of them."""

from frontend.replay import Line, Mark, Story

__all__ = ["line", "story"]


def line(
    seq: int,
    *,
    seat: int | None = 0,
    turn: str = "Round 1 · turn of ann",
    text: str = "{player} places a farm",
    gain: int = 0,
    category: str = "dominoes",
) -> Line:
    """Return one line of a list of events."""
    return Line(
        seq=seq,
        seat=seat,
        kind="domino_placed",
        category=category,
        turn=turn,
        text=text,
        gain=gain,
        points=(0, 0),
        turn_number=1,
        round_number=1,
    )


def story(
    *lines: Line,
    points: tuple[tuple[int, ...], ...] | None = None,
    turns: tuple[int, ...] = (),
    rounds: tuple[int, ...] = (),
    marks: tuple[Mark, ...] = (),
    names: tuple[str, ...] = ("ann", "bob"),
) -> Story:
    """Return a story of these lines; without points nobody ever has any."""
    nothing = tuple((0,) * (len(lines) + 1) for _ in names)
    return Story(
        names=names,
        lines=lines,
        points=nothing if points is None else points,
        rounds=rounds,
        turns=turns,
        marks=marks,
    )

"""Every sentence of a replay is one marked message with named placeholders and plural forms, never glued."""

import re
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest

import frontend.replay
from engine.core import CHANCE, SYSTEM, Event, Playthrough
from frontend.replay import drawing, event_of, first_scene, frame_scene, frames_story, part_bars, part_key
from frontend.replay.drawing import StepFacts
from frontend.replay.translation import RESULT
from tests.engine.goldgraeber.positions import plain, table
from tests.frontend.replay.drawn_records import DrawnRecords
from tests.frontend.replay.messages import (
    Pseudo,
    find_glued,
    find_messages,
    find_unmarked,
    placeholders,
)

FOLDER = Path(frontend.replay.__file__).parent
SOURCES = sorted(FOLDER.rglob("*.py"))
MESSAGES = [message for path in SOURCES for message in find_messages(path.read_text())]
PSEUDO = Pseudo()
#: Players whose names have no letters: whatever letter is shown comes from a message.
NAMES = ("1", "2", "3", "4", "5", "6")
RECORDS = [
    DrawnRecords(drawing("moon-river@1"), "moon-river", is_over=True),
    DrawnRecords(drawing("goldgraeber@1"), "goldgraeber", is_over=False),
]
GAMES = [pytest.param(records, path, id=path.stem) for records in RECORDS for path in records.paths]

each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(FOLDER)))
each_game = pytest.mark.parametrize(("records", "path"), GAMES)


@each_source
def test_text_for_readers_is_marked_for_translation(path):
    assert find_unmarked(path.read_text()) == []


@each_source
def test_no_message_is_glued(path):
    # lists go through the patterns of this one module
    if path.name != "translation.py":
        assert find_glued(path.read_text()) == []


def test_there_are_messages():
    assert len(MESSAGES) > 250


@pytest.mark.parametrize(
    "source",
    [
        'Html("<p>Equal: again.</p>")',
        """Html(f'<svg aria-label="rolled {n}"></svg>')""",
        'Html(f"<p>{player} flips it.</p>")',
        'text = f"{player} takes {hoard}"',
        'title = "Last roll"',
        'TITLES = {"gold": "Gold"}',
    ],
)
def test_unmarked_text_is_found(source):
    assert len(find_unmarked(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""Return a cow."""',
        'assert cow is not None, "the cow is there"',
        'raise ValueError(f"no cow on {cell}")',
        'Html(f\'<p class="a b">{escaped(tr.gettext("Equal: again."))}</p>\')',
        'path = f\'<path d="M{x} {y}" stroke="var(--print)"/>\'',
        'kind = "domino_placed"',
    ],
)
def test_marked_text_and_text_for_developers_are_not_found(source):
    assert find_unmarked(source) == []


@pytest.mark.parametrize(
    "source",
    [
        'tr.gettext("{n} cows").format(n=n) + end',
        'end + tr.gettext("It is over")',
        """f"{tr.gettext('Last roll')}: {n}" """,
        """f"<p>{who} {tr.gettext('rolls')}</p>" """,
        '", ".join(names)',
        '" and ".join(names)',
        'f"{count} {noun}s"',
    ],
)
def test_glued_text_is_found(source):
    assert len(find_glued(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        """f"<p>{escaped(tr.gettext('Last roll'))}</p>" """,
        """f'<svg aria-label="{escaped(tr.gettext("rolled {n}").format(n=n))}">' """,
        '"".join(pieces)',
        'text = tr.gettext("{n} cows").format(n=n)',
    ],
)
def test_whole_text_is_not_found(source):
    assert find_glued(source) == []


@pytest.mark.parametrize(
    "source", ["tr.gettext(text)", 'tr.gettext(f"{n} cows")', 'tr.ngettext("cow", "cow" + "s", n)']
)
def test_a_message_that_no_extractor_can_read_is_refused(source):
    with pytest.raises(ValueError, match="not a literal"):
        find_messages(source)


def is_fragment(text):
    """Return whether a text begins or ends in the middle of a sentence."""
    return (
        text != text.strip()
        or text[0] in ",;:.)]→"
        or text[-1] in ",;:([→"
        or text.count("(") != text.count(")")
        or re.search(r"\b(and|or|with|by|of|at|from|the|an?)$", text) is not None
        or re.match(r"(and|or|but)\b", text) is not None
    )


def test_messages_are_no_fragments():
    assert [message for message in MESSAGES if any(map(is_fragment, message.forms))] == []


@pytest.mark.parametrize(
    "text", [" of finds", "wins, ", "; the house", "(house play", "level with", "and cows"]
)
def test_fragments_are_found(text):
    assert is_fragment(text)


def test_placeholders_are_named():
    assert [message for message in MESSAGES for name in message.names if not name.isidentifier()] == []
    assert [message for message in MESSAGES if any("%" in form for form in message.forms)] == []


def test_forms_of_a_message_have_the_same_placeholders():
    """Only the singular may leave out the number."""
    for message in MESSAGES:
        singular, plural = placeholders(message.forms[0]), placeholders(message.forms[-1])

        assert singular <= plural, message
        assert plural - singular <= {"n"}, message


def test_a_message_without_words_has_a_context():
    patterns = [m for m in MESSAGES if not re.search("[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", m.singular))]

    assert patterns
    assert [message for message in patterns if not message.context] == []


def test_a_message_has_the_same_forms_everywhere():
    """A catalogue holds one entry per context and message."""
    plurals: dict[tuple[str | None, str], set[str | None]] = {}
    for message in MESSAGES:
        plurals.setdefault((message.context, message.singular), set()).add(message.plural)

    assert {key: forms for key, forms in plurals.items() if len(forms) > 1} == {}


def is_whole(text):
    """Return whether a text is one message: in one pair of the pseudo translator's brackets."""
    depth = 0
    for index, sign in enumerate(text):
        depth += (sign == "⟦") - (sign == "⟧")
        if depth == 0 and index < len(text) - 1:
            return False
    return text.startswith("⟦") and depth == 0


def untranslated(text):
    """Return the letters that come from no message. Letters of seats and names of cells are notation."""
    return re.findall("[A-Za-z]+", re.sub(r"\b([A-F]|[a-e]\d{0,2})\b", "", text))


def read(markup):
    """Return the texts and labels of markup."""
    root = ElementTree.fromstring(f"<page>{markup}</page>")
    for element in root.iter():
        yield from filter(None, (element.text, element.tail))
        yield from (element.get(name) for name in ("aria-label", "alt", "title") if element.get(name))


def sentences(scene):
    """Return the texts of a scene, each of which is one message."""
    yield str(scene.headline)
    yield scene.headline.named
    yield from (change.plain for change in scene.changes)
    yield scene.round_text
    if scene.following:
        yield scene.following
    for panel in scene.panels:
        yield from (*panel.facts, panel.unit, *filter(None, [panel.no_chips]))
        yield from (part.title for part in panel.parts)
        yield from (chip.name for chip in panel.chips)
    for piece in scene.table:
        yield from filter(None, (piece.title, piece.note))


def drawings(scene):
    """Return the markup of a scene."""
    yield scene.headline.markup
    yield from (change.markup for change in scene.changes)
    yield from (panel.drawing + panel.listing for panel in scene.panels)
    yield from (piece.drawing for piece in scene.table)
    yield part_bars(scene.panels, PSEUDO)
    yield part_key(scene.panels)


def scenes(records, path, seat=None):
    """Return the scenes of a whole game, from the opening on, translated by the pseudo translator."""
    record, played = records.replayed(path)
    names = NAMES[: record.header.seats]
    facts = {"names": names, "total": len(played), "translator": PSEUDO}
    opening = Playthrough(record.header).state.observation(seat)
    yield first_scene(records.drawing, opening, following=event_of(played[0].event), **facts)
    for frame, following in zip(played, [*played[1:], None], strict=True):
        comes = event_of(following.event) if following else None
        yield frame_scene(records.drawing, frame, following=comes, **facts)
        yield frame_scene(records.drawing, frame, **facts)


@each_game
def test_the_scenes_of_a_whole_game_are_translated_as_whole_sentences(records, path):
    shown = list(scenes(records, path))
    whole = {text for scene in shown for text in sentences(scene)}
    markup = {drawing for scene in shown for drawing in drawings(scene)}
    texts = {text for drawing in markup for text in read(drawing)}

    assert {text for text in whole if not is_whole(text)} == set()
    assert {text for text in whole | texts if untranslated(text)} == set()
    assert {text for text in whole | texts if "{" in text} == set()


@each_game
def test_the_story_of_a_whole_game_is_translated_as_whole_sentences(records, path):
    record, played = records.replayed(path)
    story = frames_story(records.drawing, played, NAMES[: record.header.seats], PSEUDO)
    texts = {*chain.from_iterable((str(line), line.turn, line.category) for line in story.lines)}
    texts |= {mark.text for mark in story.marks}

    assert {text for text in texts if not is_whole(text)} == set()
    assert {text for text in texts if untranslated(text) or "{" in text} == set()


@pytest.mark.parametrize("reason", ["timeout", "crash", "illegal", "resigned"])
@pytest.mark.parametrize("records", RECORDS, ids=["moon-river", "goldgraeber"])
def test_events_of_the_platform_are_translated(records, reason):
    record, played = records.replayed(records.paths[0])
    position, names = played[-1].previous, NAMES[: record.header.seats]
    for kind, data in (("seat_forfeited", {"seat": 1, "reason": reason}), ("game_voided", {"reason": "1"})):
        event = Event(1, SYSTEM, kind, data)
        facts = StepFacts(1, 1, event, names, following=event, translator=PSEUDO)
        scene = records.drawing.scene(position, position, (), facts)
        for text in (str(scene.headline), scene.following):
            assert is_whole(text)
            assert untranslated(text) == []


@pytest.mark.parametrize("seat", [None, 0], ids=["spectator", "own seat"])
def test_peeks_are_translated(seat):
    position = table(options={"tactical": True}, diggers={0: (5, -10)})
    position.do("peek_chosen")
    before = position.look(seat)
    chips = [{"chip": {"gold": 4}, "field": list(field)} for field in position.due["fields"]]
    effects = position.do("chips_peeked", chips=chips)
    event = Event(5, CHANCE, "chips_peeked", plain({"chips": chips}))
    facts = StepFacts(5, 9, event, NAMES[:3], translator=PSEUDO)
    scene = RECORDS[1].drawing.scene(position.look(seat), before, effects, facts)

    assert scene.changes
    assert [text for text in sentences(scene) if not is_whole(text) or untranslated(text)] == []
    assert [text for markup in drawings(scene) for text in read(markup) if untranslated(text)] == []


class Reordered(Pseudo):
    """A language in which the player comes last, and a new value comes first."""

    def gettext(self, message):
        return "{plots} ← {player}" if message == "{player} places {plots}" else message

    def pgettext(self, context, message):
        if message == "{landscape} {before} → {result}":
            return "{result} ← {landscape} {before}"
        return self.gettext(message)


def test_a_language_may_put_placeholders_in_any_order():
    records = RECORDS[0]
    record, played = records.replayed(records.paths[0])
    names = NAMES[: record.header.seats]
    frame = next(
        frame
        for frame in played
        if any(effect.kind == "territory_changed" and effect.data["before"] for effect in frame.effects)
        and frame.event.kind == "domino_placed"
    )
    scene = frame_scene(records.drawing, frame, names=names, total=1, translator=Reordered())
    change = next(change for change in scene.changes if " ← " in change.text)

    assert re.match(
        rf"two? .+ ← {scene.headline.player}|a .+ ← {scene.headline.player}", scene.headline.named
    )
    assert change.text.startswith(f"{RESULT} ← ")
    assert change.markup.startswith(f"<b>{change.result}</b> ← ")

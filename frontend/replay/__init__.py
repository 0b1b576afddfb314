"""The drawing room: a position of a game becomes SVG, HTML pieces and words. Pure: no web framework below here."""

from frontend.replay.bars import part_bars, part_key
from frontend.replay.drawing import Change, Chip, Drawing, Line, Panel, Part, Scene, Story, letter
from frontend.replay.errors import UnknownDrawing
from frontend.replay.frames import event_of, first_scene, frame_scene, frames_story
from frontend.replay.markup import Html, escaped, number
from frontend.replay.registry import drawing, drawn_rulesets
from frontend.replay.symbols import sprite

__all__ = [
    "Change",
    "Chip",
    "Drawing",
    "Html",
    "Line",
    "Panel",
    "Part",
    "Scene",
    "Story",
    "UnknownDrawing",
    "drawing",
    "drawn_rulesets",
    "escaped",
    "event_of",
    "first_scene",
    "frame_scene",
    "frames_story",
    "letter",
    "number",
    "part_bars",
    "part_key",
    "sprite",
]

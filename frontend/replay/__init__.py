"""
Replay drawings: positions of a game become SVG, markup and sentences. Pure: no web framework below here.

A translator is passed in (``translation.Translator``); the default is English.
"""

from frontend.replay.bars import part_bars, part_key
from frontend.replay.drawing import (
    Change,
    Chip,
    Drawing,
    Headline,
    Line,
    Mark,
    Panel,
    Part,
    Scene,
    Story,
    TablePiece,
    letter,
)
from frontend.replay.errors import UnknownDrawing
from frontend.replay.frames import event_of, first_scene, frame_scene, frames_story
from frontend.replay.markup import Html, escaped, number
from frontend.replay.registry import drawing, drawn_rulesets
from frontend.replay.symbols import sprite
from frontend.replay.translation import ENGLISH, Translator, join_items

__all__ = [
    "ENGLISH",
    "Change",
    "Chip",
    "Drawing",
    "Headline",
    "Html",
    "Line",
    "Mark",
    "Panel",
    "Part",
    "Scene",
    "Story",
    "TablePiece",
    "Translator",
    "UnknownDrawing",
    "drawing",
    "drawn_rulesets",
    "escaped",
    "event_of",
    "first_scene",
    "frame_scene",
    "frames_story",
    "join_items",
    "letter",
    "number",
    "part_bars",
    "part_key",
    "sprite",
]

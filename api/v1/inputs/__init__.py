"""Parts of requests that several resources share: path converters, fields, filters, parameters."""

from api.v1.inputs.converters import RowId
from api.v1.inputs.fields import (
    Flag,
    Names,
    NothingSerializer,
    StrictObject,
    StrictSerializer,
    Text,
    WholeNumber,
)
from api.v1.inputs.filters import BotFilters, GameFilters, TournamentFilters
from api.v1.inputs.named import bots_named
from api.v1.inputs.parameters import (
    flag,
    known_turns,
    last_event_id,
    names_of_bots,
    row_id,
    step_range,
    whole_number,
)

__all__ = [
    "BotFilters",
    "Flag",
    "GameFilters",
    "Names",
    "NothingSerializer",
    "RowId",
    "StrictObject",
    "StrictSerializer",
    "Text",
    "TournamentFilters",
    "WholeNumber",
    "bots_named",
    "flag",
    "known_turns",
    "last_event_id",
    "names_of_bots",
    "row_id",
    "step_range",
    "whole_number",
]

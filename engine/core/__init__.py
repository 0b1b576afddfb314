"""The ruleset contract, events, records, the dealer, play-throughs and replay, shared by all rulesets."""

from engine.core import outcome, registry, replay
from engine.core.archive import RecordText, split_archive
from engine.core.chance import Chance, derive_chances
from engine.core.dealer import SEED_BYTES, Dealer, commitment
from engine.core.driver import Driver, Stop
from engine.core.errors import (
    CORE_CODES,
    EngineError,
    IllegalAction,
    InvalidOptions,
    MalformedEvent,
    UnknownRuleset,
    UnreadableRecord,
)
from engine.core.events import (
    CHANCE,
    SYSTEM,
    Event,
    LoggedEvent,
    SeenEvent,
    canonical,
    format_actor,
    redact_event,
    serialize_event,
)
from engine.core.forks import Fork, parse_fork
from engine.core.ndjson import pack_record
from engine.core.outcome import ForfeitReason, Outcome, SeatResult, Termination, rank_seats
from engine.core.players import BotFault, PlatformFault, Player
from engine.core.playthrough import Playthrough, Status
from engine.core.private_events import PrivateEvents
from engine.core.prng import Generator
from engine.core.record import (
    Header,
    Record,
    RecordParts,
    Trailer,
    assemble_parts,
    hash_event,
    make_header,
    parse_record,
    write_record,
)
from engine.core.registry import all_rulesets, get, register
from engine.core.replay import (
    SeenFrame,
    Verdict,
    VerdictStatus,
    resume,
    verify,
    verify_beginning,
    verify_record,
)
from engine.core.ruleset import Action, Effect, Observation, Ruleset, State
from engine.core.strict_json import read_object
from engine.core.text_verification import (
    CheckedRecord,
    RecordForm,
    compute_packed_head,
    verify_before_fault,
    verify_lines,
    verify_packed,
    verify_text,
)

__all__ = [
    "CHANCE",
    "CORE_CODES",
    "SEED_BYTES",
    "SYSTEM",
    "Action",
    "BotFault",
    "Chance",
    "CheckedRecord",
    "Dealer",
    "Driver",
    "Effect",
    "EngineError",
    "Event",
    "ForfeitReason",
    "Fork",
    "Generator",
    "Header",
    "IllegalAction",
    "InvalidOptions",
    "LoggedEvent",
    "MalformedEvent",
    "Observation",
    "Outcome",
    "PlatformFault",
    "Player",
    "Playthrough",
    "PrivateEvents",
    "Record",
    "RecordForm",
    "RecordParts",
    "RecordText",
    "Ruleset",
    "SeatResult",
    "SeenEvent",
    "SeenFrame",
    "State",
    "Status",
    "Stop",
    "Termination",
    "Trailer",
    "UnknownRuleset",
    "UnreadableRecord",
    "Verdict",
    "VerdictStatus",
    "all_rulesets",
    "assemble_parts",
    "canonical",
    "commitment",
    "compute_packed_head",
    "derive_chances",
    "format_actor",
    "get",
    "hash_event",
    "make_header",
    "outcome",
    "pack_record",
    "parse_fork",
    "parse_record",
    "rank_seats",
    "read_object",
    "redact_event",
    "register",
    "registry",
    "replay",
    "resume",
    "serialize_event",
    "split_archive",
    "verify",
    "verify_before_fault",
    "verify_beginning",
    "verify_lines",
    "verify_packed",
    "verify_record",
    "verify_text",
    "write_record",
]

"""What every ruleset shares: the contract, events, records, dealer, play-through and replay."""

from engine.core import outcome, registry, replay
from engine.core.archive import RecordText, record_texts
from engine.core.chance import Chance, chances
from engine.core.dealer import SEED_BYTES, Dealer, commitment
from engine.core.driver import Driver, Logged, Stop
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
    actor_name,
    canonical,
    canonical_event,
    hidden_event,
)
from engine.core.forks import Fork, fork_of
from engine.core.ndjson import pack_record
from engine.core.outcome import ForfeitReason, Outcome, SeatResult, Termination, placed
from engine.core.players import BotFault, PlatformFault, Player
from engine.core.playthrough import Playthrough, Status
from engine.core.private_events import Sight
from engine.core.prng import Generator
from engine.core.record import (
    Header,
    Parts,
    Record,
    Trailer,
    make_header,
    next_hash,
    parse_record,
    parts_of,
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
    JudgedRecord,
    RecordForm,
    head_as_written,
    judge_lines,
    judge_packed,
    judge_record,
    judged_before,
)

__all__ = [
    "CHANCE",
    "CORE_CODES",
    "SEED_BYTES",
    "SYSTEM",
    "Action",
    "BotFault",
    "Chance",
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
    "JudgedRecord",
    "Logged",
    "LoggedEvent",
    "MalformedEvent",
    "Observation",
    "Outcome",
    "Parts",
    "PlatformFault",
    "Player",
    "Playthrough",
    "Record",
    "RecordForm",
    "RecordText",
    "Ruleset",
    "SeatResult",
    "SeenEvent",
    "SeenFrame",
    "Sight",
    "State",
    "Status",
    "Stop",
    "Termination",
    "Trailer",
    "UnknownRuleset",
    "UnreadableRecord",
    "Verdict",
    "VerdictStatus",
    "actor_name",
    "all_rulesets",
    "canonical",
    "canonical_event",
    "chances",
    "commitment",
    "fork_of",
    "get",
    "head_as_written",
    "hidden_event",
    "judge_lines",
    "judge_packed",
    "judge_record",
    "judged_before",
    "make_header",
    "next_hash",
    "outcome",
    "pack_record",
    "parse_record",
    "parts_of",
    "placed",
    "read_object",
    "record_texts",
    "register",
    "registry",
    "replay",
    "resume",
    "verify",
    "verify_beginning",
    "verify_record",
    "write_record",
]

"""The engine's errors: unreadable, malformed, illegal, refused options, each with a stable code."""

from collections.abc import Mapping
from typing import Any

__all__ = [
    "CORE_CODES",
    "EngineError",
    "IllegalAction",
    "InvalidOptions",
    "MalformedEvent",
    "UnknownRuleset",
    "UnreadableRecord",
]

#: Every code the core itself raises, with the sentence that explains it.
#: A ruleset documents the codes of its own checks in ``Ruleset.codes``.
CORE_CODES: Mapping[str, str] = {
    # reading files
    "damaged_file": "The compressed file is damaged or ends too early.",
    "unknown_compression": "The file is compressed, but not by gzip.",
    "line_too_long": "A line is longer than any record is.",
    # reading text
    "not_utf8": "The text is not valid UTF-8.",
    "byte_order_mark": "The text begins with a byte order mark.",
    "blank_line": "A line is blank.",
    "not_json": "A line is not a JSON value.",
    "too_deep": "A line nests lists and objects deeper than any record does.",
    "repeated_key": "An object has the same key twice.",
    "not_an_object": "A JSON object was expected.",
    "unknown_key": "An object has a key that the format does not know.",
    "missing_key": "An object lacks a key that the format requires.",
    "wrong_type": "A value has another JSON type than the format requires.",
    "float_refused": "Numbers with a fraction or an exponent are not part of the format.",
    "null_refused": "null is not part of the format.",
    "unpaired_surrogate": "A string holds an unpaired surrogate.",
    "bad_hex": "A hash, seed or commitment must be 64 lower-case hexadecimal digits.",
    "out_of_range": "A number is outside the range the format allows.",
    # the record as a whole
    "unknown_format": "The record's format number is not 1.",
    "unknown_ruleset": "No such ruleset is registered.",
    "unknown_components": "The ruleset has no such component set.",
    "wrong_seat_count": "The ruleset is not played with that number of seats.",
    "wrong_player_count": "The header must name exactly one player per seat.",
    "invalid_options": "The options are not options of this ruleset.",
    "no_trailer": "The record ends without a trailer line.",
    "no_events": "The record has no header or no events.",
    "seed_without_commitment": "A seed is given but the header commits to none.",
    "seed_mismatch": "The seed's SHA-256 is not what the header, or the fork, commits to.",
    "fork_refused": "A record of a fork is not taken here.",
    "fork_misplaced": "A fork's line stands right after its step's event, where the game goes on; a step forks once.",
    "head_mismatch": "The trailer's head is not the hash of the last event.",
    "chain_mismatch": "A stored chain hash is not the hash of the events before it.",
    "digest_mismatch": "A stored state digest is not the digest of the replayed state.",
    "not_canonical": "A stored payload is not in canonical form.",
    "wrong_seq": "The sequence numbers must count from 1 without a gap.",
    # play
    "unknown_kind": "The ruleset has no event of that kind.",
    "wrong_actor": "An event of that kind is not made by that actor.",
    "malformed_event": "The event's data does not have the shape its kind requires.",
    "not_your_turn": "Another seat, or chance, decides next.",
    "chance_not_due": "No chance step is due.",
    "seat_not_due": "Chance decides next, not a seat.",
    "chance_differs": "The chance event is not what the committed seed dictates.",
    "not_house_play": "A forfeited seat is played by the house: the first legal action.",
    "finish_due": "The game is over: only game_finished or game_voided may follow.",
    "not_over": "game_finished stands only when the game is over.",
    "wrong_result": "The result is not what the engine derives.",
    "forfeit_not_due": "A forfeit stands only where some seat's decision is due.",
    "already_forfeited": "The seat has forfeited before.",
    "nothing_follows": "Nothing may follow the end of a game.",
    "not_finished": "The game is not finished.",
}


class EngineError(Exception):
    """
    Base of the engine's errors.

    Args:
        code: stable word for programs, documented in ``CORE_CODES`` or ``Ruleset.codes``.
        details: what is at fault and what was expected; plain JSON values.
    """

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.details.items())
        return f"{self.code} ({said})" if said else self.code


class UnreadableRecord(EngineError, ValueError):
    """A text is not a record: it cannot be read at all."""


class MalformedEvent(EngineError, ValueError):
    """An event's kind or data has not the shape the ruleset defines."""


class IllegalAction(EngineError, ValueError):
    """A well-formed event breaks a rule in the position where it stands."""


class InvalidOptions(EngineError, ValueError):
    """A game's options are not options of its ruleset."""


class UnknownRuleset(EngineError, LookupError):
    """No ruleset, or no component set, is registered under that name."""

"""The engine's exceptions, each with a stable code, and the sentence for each code of the core."""

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

#: Sentence for each code that the core raises: what is wrong, the limit, and how to fix it.
#: A ruleset documents the codes of its own checks in ``Ruleset.codes``.
CORE_CODES: Mapping[str, str] = {
    # reading files
    "damaged_file": "The gzip file is damaged or truncated. Download or compress it again.",
    "unknown_compression": "The file is compressed in an unsupported format. Use gzip or plain text.",
    "line_too_long": "A line is longer than the maximum length of a record.",
    # reading text
    "not_utf8": "The text is not valid UTF-8. Encode it as UTF-8.",
    "byte_order_mark": "The text begins with a byte order mark. Remove it.",
    "blank_line": "A line is blank. Remove it.",
    "not_json": "A line is not valid JSON.",
    "too_deep": "A line nests lists and objects deeper than the maximum depth of a record.",
    "repeated_key": "An object has the same key twice. Each key must be unique.",
    "not_an_object": "The value is not a JSON object.",
    "unknown_key": "An object has a key that the format does not define. Remove it.",
    "missing_key": "A required key of an object is missing. Add it.",
    "wrong_type": "A value does not have the JSON type that the format requires.",
    "float_refused": "A number has a fraction or an exponent. The format allows whole numbers only.",
    "null_refused": "A value is null. The format does not allow null; leave the key out.",
    "unpaired_surrogate": "A string contains an unpaired surrogate, which UTF-8 cannot encode.",
    "bad_hex": "A hash, seed or commitment must be 64 lower-case hexadecimal digits.",
    "out_of_range": "A value is outside the range that the format allows.",
    # the record as a whole
    "unknown_format": "The record's format number is not supported. Use format 1.",
    "unknown_ruleset": "No ruleset of that name and version is registered.",
    "unknown_components": "The ruleset has no component set of that name.",
    "wrong_seat_count": "The number of seats is outside the range of the ruleset.",
    "wrong_player_count": "The number of players differs from the number of seats. Name one player per seat.",
    "invalid_options": "The ruleset does not accept an option or its value.",
    "no_trailer": "The record has no trailer, which must be its last line.",
    "no_events": "The record has no header or no events.",
    "seed_without_commitment": "The trailer has a seed, but the header has no commitment to it.",
    "seed_mismatch": "The SHA-256 of the seed differs from the commitment in the header or the fork.",
    "fork_refused": "The record is of a fork, and forks are not accepted here.",
    "fork_misplaced": "A fork's line must follow the event of its step, before the end of the game, once per step.",
    "head_mismatch": "The head in the trailer differs from the chain hash of the last event.",
    "chain_mismatch": "A stored chain hash differs from the hash computed from the events up to it.",
    "digest_mismatch": "A stored state digest differs from the digest of the replayed state.",
    "not_canonical": "A stored payload is not canonical JSON.",
    "wrong_seq": "The sequence numbers do not count up from 1 without a gap.",
    # play
    "unknown_kind": "The ruleset has no event of that kind.",
    "wrong_actor": "That actor cannot make an event of that kind.",
    "malformed_event": "The event's data does not have the shape that its kind requires.",
    "not_your_turn": "Another seat or chance decides next. Wait for your turn.",
    "chance_not_due": "A seat decides next, not chance.",
    "seat_not_due": "Chance decides next, not a seat.",
    "chance_differs": "The chance event differs from the outcome that follows from the committed seed.",
    "not_house_play": "The house plays a forfeited seat and must take the first legal action.",
    "finish_due": "The game is over. Only game_finished or game_voided can follow.",
    "not_over": "The game is not over, so game_finished cannot follow yet.",
    "wrong_result": "The result differs from the result that the engine computes.",
    "forfeit_not_due": "A seat can forfeit only while a seat decides, not while chance does.",
    "already_forfeited": "The seat has already forfeited.",
    "nothing_follows": "The game has ended, and no event can follow its end.",
    "not_finished": "The record ends before the end of the game.",
}


class EngineError(Exception):
    """
    Base of the engine's errors.

    Args:
        code: stable identifier for programs, documented in ``CORE_CODES`` or ``Ruleset.codes``.
        details: the field at fault, the value found and the value expected, as plain JSON values.
    """

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.details.items())
        return f"{self.code} ({details})" if details else self.code


class UnreadableRecord(EngineError, ValueError):
    """A text cannot be parsed as a record."""


class MalformedEvent(EngineError, ValueError):
    """An event's kind or data does not have the shape that the ruleset defines."""


class IllegalAction(EngineError, ValueError):
    """A well-formed event breaks a rule in the position in which it is made."""


class InvalidOptions(EngineError, ValueError):
    """The ruleset does not accept the options of a game."""


class UnknownRuleset(EngineError, LookupError):
    """No ruleset or component set of that name is registered."""

"""The JSON of turns and of the events that follow an action."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from api.structs import ApiStruct, JsonObject, RawObject, encode_json
from api.v1.games import Event
from games import live

__all__ = ["Played", "Turns", "serialize_turns"]


class LegalAction(ApiStruct, frozen=True):
    """One legal action."""

    kind: str
    data: RawObject


class TurnClock(ApiStruct, frozen=True):
    """The time for a decision."""

    deadline: Annotated[datetime, Meta(description="When the seat forfeits unless it has acted.")]
    left_ms: Annotated[int, Meta(description="Milliseconds until the deadline, the bank included.")]
    bank_ms: Annotated[int, Meta(description="Milliseconds in the bank when the decision became due.")]


class Turn(ApiStruct, frozen=True):
    """A decision that one of your bots must make."""

    game: int
    ruleset: str
    seat: int
    bot: Annotated[str, Meta(description="Name of the bot in that seat.")]
    expected_seq: Annotated[int, Meta(description="Number of the last event; send it with the action.")]
    observation: Annotated[
        JsonObject, Meta(description="What the seat may know, as documented by the ruleset.")
    ]
    legal: Annotated[
        list[LegalAction],
        Meta(description="All legal actions, in canonical order; always two or more."),
    ]
    clock: TurnClock

    @classmethod
    def from_turn(cls, turn: live.Turn) -> "Turn":
        """Return the JSON of a turn."""
        return cls(
            game=turn.game_id,
            ruleset=turn.ruleset,
            seat=turn.seat,
            bot=turn.bot,
            expected_seq=turn.expected_seq,
            observation=dict(turn.observation),
            legal=[LegalAction(kind, msgspec.Raw(payload.encode())) for kind, payload in turn.legal],
            clock=TurnClock(turn.deadline, turn.left_ms, turn.bank_ms),
        )


class Turns(ApiStruct, frozen=True):
    """The turns of your bots, the earliest deadline first."""

    turns: list[Turn]


class Played(ApiStruct, frozen=True):
    """The events from the request's own on, as the seat may see them, and your next turn in the game."""

    game: int
    seat: int
    events: list[Event]
    turn: Annotated[Turn | None, Meta(description="Null: it is not your turn in this game.")]

    @classmethod
    def from_played(cls, played: live.Played) -> "Played":
        """Return the JSON of what followed an action."""
        turn = None if played.turn is None else Turn.from_turn(played.turn)
        return cls(played.game_id, played.seat, [Event.from_line(event) for event in played.events], turn)


def serialize_turns(turns: Iterable[live.Turn]) -> bytes:
    """Return turns as JSON. Their observations are computed only now: call this in a thread, not in an event loop."""
    return encode_json(Turns([Turn.from_turn(turn) for turn in turns]))

"""Submissions: records of games played elsewhere; the engine verifies each before its game is stored."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Protocol

from django.contrib.auth.models import User

from engine.core import (
    CORE_CODES,
    CheckedRecord,
    EngineError,
    Header,
    RecordForm,
    UnknownRuleset,
    Verdict,
    VerdictStatus,
    registry,
    verify_before_fault,
    verify_text,
)
from games.errors import NotYourBot, UnknownBot
from games.import_export.record_imports import IncomingRecord, RecordGame, games_by_head, records_store
from games.models import Bot, Game, GameOrigin, GameVerdict

__all__ = [
    "SUBMISSION_CODES",
    "Fault",
    "StoreRecords",
    "Submission",
    "SubmissionStatus",
    "SubmitterBots",
    "combine_verdicts",
    "records_submit",
    "submitter_bots",
]

#: Codes of refused submissions in addition to the engine's, with a sentence each.
SUBMISSION_CODES: Final[Mapping[str, str]] = {
    "record_too_large": "The record is larger than the maximum size of one record.",
    "bot_plays_other_rulesets": "The bot named for a player does not play the record's ruleset. Name another or none.",
}

#: Number of steps after which a chunk of games is stored in one transaction.
_STEPS_PER_CHUNK: Final = 10_000

#: Faults of the trailer, which have no event number.
_TRAILER_CODES: Final = ("not_finished", "head_mismatch")


class SubmissionStatus(StrEnum):
    """Result of a submitted record."""

    #: A new game was stored.
    ACCEPTED = "accepted"
    #: The game was stored before.
    KNOWN = "known"
    #: The record would be accepted; a dry run stores nothing.
    VALID = "valid"
    #: The record was refused, and nothing was stored.
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Fault:
    """
    The first fault of a record: its code, the sentence of the rule, the line from 1, and the event's number if any.
    """

    code: str
    rule: str
    line: int | None = None
    seq: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Submission:
    """
    Result of one record, with the game and its verdict if there are any.

    The verdict is the stored game's, which may differ from the record's: a record may lack the seed that the game has,
    and a stored log that was tampered with diverges although the record is right.
    """

    status: SubmissionStatus
    verdict: Verdict | None = None
    game_id: int | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class SubmitterBots:
    """
    The bots behind the players of a user's records: those the user names, else the user's bots with the players' names.
    """

    named: Mapping[str, Bot]
    own: Mapping[str, Bot]

    def of(self, header: Header) -> dict[str, int] | Fault:
        """Return the ids of the bots of a record by player, or a fault."""
        wrong = [
            name
            for name in header.players
            if name in self.named and not self.named[name].plays(header.ruleset)
        ]
        if wrong:
            code = "bot_plays_other_rulesets"
            return Fault(code, SUBMISSION_CODES[code], line=1, details={"field": "players"})
        own = {name: bot for name, bot in self.own.items() if bot.plays(header.ruleset)}
        return {name: bot.pk for name, bot in {**own, **self.named}.items() if name in header.players}


class StoreRecords(Protocol):
    """Stores the games of verified records."""

    def __call__(self, *, records: Sequence[IncomingRecord]) -> Sequence[RecordGame | Fault | None]:
        """Return each record's game, or why it is refused; None in a dry run if the record would be a new game."""
        ...


def submitter_bots(user: User, wanted: Mapping[str, str]) -> SubmitterBots:
    """
    Return the bots behind the players of a user's records.

    Args:
        user: the submitter.
        wanted: names of bots by names of players.

    Raises:
        UnknownBot: there is no bot with that name.
        NotYourBot: the bot belongs to another user.
    """
    own = {bot.name: bot for bot in Bot.objects.filter(owner=user)}
    for name in wanted.values():
        if name not in own:
            raise NotYourBot(name) if Bot.objects.filter(name=name).exists() else UnknownBot(name)
    return SubmitterBots({player: own[name] for player, name in wanted.items()}, own)


def records_submit(
    *,
    texts: Iterable[bytes | None],
    form: RecordForm,
    by: User,
    bots: SubmitterBots,
    is_dry_run: bool = False,
    store: StoreRecords | None = None,
) -> Iterator[Submission]:
    """
    Verify records, store the games of good ones in chunks, and yield the result of each record in order.

    Args:
        texts: the records; None stands for one that is too large.
        form: the form of the texts.
        by: the submitter.
        bots: the bots behind the players.
        is_dry_run: whether to store nothing.
        store: stores the games; None selects ``records_store``, or a look-up in a dry run.
    """
    store = store or (_find_known if is_dry_run else records_store)
    waiting: list[IncomingRecord | Fault] = []
    steps = 0
    for text in texts:
        judged = _verify(text, form, by, bots)
        waiting.append(judged)
        steps += 1 if isinstance(judged, Fault) else len(judged.judged.events)
        if steps >= _STEPS_PER_CHUNK:
            yield from _store_chunk(waiting, store, is_dry_run)
            waiting, steps = [], 0
    yield from _store_chunk(waiting, store, is_dry_run)


def combine_verdicts(found: VerdictStatus, stored: str) -> VerdictStatus:
    """Return a game's verdict from the one of its record, which may prove more, and the stored one."""
    return VerdictStatus(stored) if stored in (GameVerdict.DIVERGED, GameVerdict.EXACT) else found


def _verify(text: bytes | None, form: RecordForm, by: User, bots: SubmitterBots) -> IncomingRecord | Fault:
    if text is None:
        return Fault("record_too_large", SUBMISSION_CODES["record_too_large"])
    try:
        judged = verify_text(text, form)
    except EngineError as error:
        before = verify_before_fault(text, form, error)
        if before is not None:
            return _make_divergence(before)
        details = dict(error.details)
        line, seq = details.pop("line", None), details.pop("seq", None)
        return Fault(error.code, _explain(error.code, None), line, seq, details)
    if not judged.verdict.is_good:
        return _make_divergence(judged)
    seated = bots.of(judged.header)
    if isinstance(seated, Fault):
        return seated
    return IncomingRecord(judged, GameOrigin.SUBMITTED, by.pk, seated)


def _make_divergence(judged: CheckedRecord) -> Fault:
    verdict = judged.verdict
    assert verdict.step is not None, "a divergence has a step"
    assert verdict.code is not None, "a divergence has a code"
    seq = None if verdict.code in _TRAILER_CODES else verdict.step
    rule = _explain(verdict.code, judged.header.ruleset)
    return Fault(verdict.code, rule, verdict.step + 1, seq, verdict.details)


def _explain(code: str, ruleset: str | None) -> str:
    """Return the sentence of a code."""
    if code in CORE_CODES:
        return CORE_CODES[code]
    try:
        found = [registry.get(ruleset)] if ruleset else registry.all_rulesets()
    except UnknownRuleset:
        found = []
    return next((each.codes[code] for each in found if code in each.codes), "")


def _find_known(*, records: Sequence[IncomingRecord]) -> list[RecordGame | None]:
    """Return the stored games of the records in a dry run."""
    known = games_by_head([incoming.judged.verdict.head for incoming in records])
    found = [known.get(incoming.judged.verdict.head) for incoming in records]
    return [None if game_id is None else RecordGame(game_id, is_new=False) for game_id in found]


def _store_chunk(
    waiting: list[IncomingRecord | Fault], store: StoreRecords, is_dry_run: bool
) -> Iterator[Submission]:
    good = [each for each in waiting if isinstance(each, IncomingRecord)]
    games = store(records=good) if good else ()
    results = iter(games)
    verdicts = _read_verdicts([game.game_id for game in games if isinstance(game, RecordGame)])
    for each in waiting:
        if isinstance(each, Fault):
            yield Submission(SubmissionStatus.REFUSED, fault=each)
            continue
        game = next(results)
        verdict = each.judged.verdict
        if isinstance(game, Fault):
            yield Submission(SubmissionStatus.REFUSED, fault=game)
        elif game is None:
            assert is_dry_run, "only a dry run returns no game"
            yield Submission(SubmissionStatus.VALID, verdict)
        else:
            status = SubmissionStatus.ACCEPTED if game.is_new else SubmissionStatus.KNOWN
            current = combine_verdicts(verdict.status, verdicts[game.game_id])
            yield Submission(status, replace(verdict, status=current), game.game_id)


def _read_verdicts(game_ids: Sequence[int]) -> dict[int, str]:
    return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "verdict"))

"""Submissions: records of games played elsewhere, each judged by the engine before anything of it is stored."""

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

#: What a submission can be refused for beyond the engine's own codes.
SUBMISSION_CODES: Final[Mapping[str, str]] = {
    "record_too_large": "The record has more bytes than one may have.",
    "bot_plays_other_rulesets": "The bot named for a player does not play the record's ruleset.",
}

#: Steps whose games are stored together, in one transaction: some ten thousand rows.
_STEPS_A_CHUNK: Final = 10_000

#: Faults of what stands after the last event.
_OF_THE_TRAILER: Final = ("not_finished", "head_mismatch")


class SubmissionStatus(StrEnum):
    """What became of a record."""

    #: It is a new game.
    ACCEPTED = "accepted"
    #: It is a game that was here before.
    KNOWN = "known"
    #: It would be accepted; nothing is stored in a dry run.
    VALID = "valid"
    #: It is not right, and nothing of it is stored.
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Fault:
    """
    The first thing that is wrong with a record: where (the line from 1, and the event's number if one is at fault), the
    code and the rule it breaks.
    """

    code: str
    rule: str
    line: int | None = None
    seq: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Submission:
    """
    What became of one record; ``verdict`` and ``game_id`` are None as far as there is none.

    The verdict is the game's, as it stands: a record of a game that is here may tell less than is known of it, and a
    log that was changed diverges although its record is right.
    """

    status: SubmissionStatus
    verdict: Verdict | None = None
    game_id: int | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class SubmitterBots:
    """
    The bots that may sit behind players: those the submitter names for them, and the submitter's own by their names.
    """

    named: Mapping[str, Bot]
    own: Mapping[str, Bot]

    def of(self, header: Header) -> dict[str, int] | Fault:
        """Return the bots' ids by player."""
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
    """How good records become games."""

    def __call__(self, *, records: Sequence[IncomingRecord]) -> Sequence[RecordGame | Fault | None]:
        """
        Return the game of each record, or why it is refused; None for one that would be a game if this were no dry run.
        """
        ...


def submitter_bots(user: User, wanted: Mapping[str, str]) -> SubmitterBots:
    """
    Return the bots that may sit behind the players of a user's records.

    Args:
        user: who submits.
        wanted: names of bots by players' names.

    Raises:
        UnknownBot: there is no bot of that name.
        NotYourBot: it is somebody else's.
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
    Judge records one after the other, store the good ones in chunks, and yield what became of each, in order.

    Args:
        texts: the records; None stands for one that is too large.
        form: how they are written.
        by: who submits.
        bots: who may sit behind their players.
        is_dry_run: whether nothing is stored.
        store: how good records become games; if None, they are stored, or looked up in a dry run.
    """
    store = store or (_looked_up if is_dry_run else records_store)
    waiting: list[IncomingRecord | Fault] = []
    steps = 0
    for text in texts:
        judged = _judged(text, form, by, bots)
        waiting.append(judged)
        steps += 1 if isinstance(judged, Fault) else len(judged.judged.events)
        if steps >= _STEPS_A_CHUNK:
            yield from _submissions(waiting, store, is_dry_run)
            waiting, steps = [], 0
    yield from _submissions(waiting, store, is_dry_run)


def combine_verdicts(found: VerdictStatus, kept: str) -> VerdictStatus:
    """Return the verdict of a game by what was found of a record of it, which may prove more, and by what is kept."""
    return VerdictStatus(kept) if kept in (GameVerdict.DIVERGED, GameVerdict.EXACT) else found


def _judged(text: bytes | None, form: RecordForm, by: User, bots: SubmitterBots) -> IncomingRecord | Fault:
    if text is None:
        return Fault("record_too_large", SUBMISSION_CODES["record_too_large"])
    try:
        judged = verify_text(text, form)
    except EngineError as error:
        before = verify_before_fault(text, form, error)
        if before is not None:
            return _divergence(before)
        details = dict(error.details)
        line, seq = details.pop("line", None), details.pop("seq", None)
        return Fault(error.code, _rule(error.code, None), line, seq, details)
    if not judged.verdict.is_good:
        return _divergence(judged)
    seated = bots.of(judged.header)
    if isinstance(seated, Fault):
        return seated
    return IncomingRecord(judged, GameOrigin.SUBMITTED, by.pk, seated)


def _divergence(judged: CheckedRecord) -> Fault:
    verdict = judged.verdict
    assert verdict.step is not None, "a divergence has a step"
    assert verdict.code is not None, "a divergence has a code"
    seq = None if verdict.code in _OF_THE_TRAILER else verdict.step
    rule = _rule(verdict.code, judged.header.ruleset)
    return Fault(verdict.code, rule, verdict.step + 1, seq, verdict.details)


def _rule(code: str, ruleset: str | None) -> str:
    """Return the sentence that explains a code."""
    if code in CORE_CODES:
        return CORE_CODES[code]
    try:
        found = [registry.get(ruleset)] if ruleset else registry.all_rulesets()
    except UnknownRuleset:
        found = []
    return next((each.codes[code] for each in found if code in each.codes), "")


def _looked_up(*, records: Sequence[IncomingRecord]) -> list[RecordGame | None]:
    """Return, where nothing may be stored, the games that are there already."""
    known = games_by_head([incoming.judged.verdict.head for incoming in records])
    found = [known.get(incoming.judged.verdict.head) for incoming in records]
    return [None if game_id is None else RecordGame(game_id, is_new=False) for game_id in found]


def _submissions(
    waiting: list[IncomingRecord | Fault], store: StoreRecords, is_dry_run: bool
) -> Iterator[Submission]:
    good = [each for each in waiting if isinstance(each, IncomingRecord)]
    games = store(records=good) if good else ()
    taken = iter(games)
    kept = _verdicts_kept([game.game_id for game in games if isinstance(game, RecordGame)])
    for each in waiting:
        if isinstance(each, Fault):
            yield Submission(SubmissionStatus.REFUSED, fault=each)
            continue
        game = next(taken)
        verdict = each.judged.verdict
        if isinstance(game, Fault):
            yield Submission(SubmissionStatus.REFUSED, fault=game)
        elif game is None:
            assert is_dry_run, "what is taken in is a game"
            yield Submission(SubmissionStatus.VALID, verdict)
        else:
            status = SubmissionStatus.ACCEPTED if game.is_new else SubmissionStatus.KNOWN
            standing = combine_verdicts(verdict.status, kept[game.game_id])
            yield Submission(status, replace(verdict, status=standing), game.game_id)


def _verdicts_kept(game_ids: Sequence[int]) -> dict[int, str]:
    return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "verdict"))

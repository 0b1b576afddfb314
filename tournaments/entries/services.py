"""
Enter submitted games in tournaments: check each record before storing it, and enter each game once.

A chunk of records is stored and entered in one transaction that locks the tournament's row ``FOR SHARE``. The
tournament cannot end or change its policy meanwhile, and other submitters are not blocked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models.functions import Now

from engine.core import VerdictStatus, canonical
from games.import_export import (
    Fault,
    IncomingRecord,
    RecordGame,
    combine_verdicts,
    games_by_head,
    records_store,
)
from games.models import Game, GameOrigin, GameStatus
from games.realtime import Subject, notify_subject
from tournaments.domain import EnteredBot, NotSeated, find_seating
from tournaments.errors import CODES, EntryRefused, TournamentNotFound, WrongTournamentStatus
from tournaments.models import EnteredGame, SubmittedGames, Tournament, TournamentStatus

__all__ = ["ENTRY_CODES", "entered_game_withdraw", "entries_check", "records_enter"]

#: Codes of records that a tournament refuses, each with its sentence.
ENTRY_CODES: Final[Mapping[str, str]] = {
    "submitted_games_refused": CODES["submitted_games_refused"],
    "tournament_not_running": "The tournament is not running. Games can be entered only while it runs.",
    "verdict_not_counted": "The tournament does not count games with this verdict.",
    "other_ruleset": "The tournament is played by another ruleset.",
    "other_components": "The tournament is played with another component set.",
    "other_seat_count": "The tournament is played with another number of seats.",
    "other_options": "The tournament is played with other options.",
    "not_an_entrant": "This player is not an entrant of the tournament.",
    "entrant_unclear": "The bot is entered more than once. Give the player the name of one of its entrants.",
    "entrant_seated_twice": "The entrant sits in more than one seat. Each entrant can take one seat per game.",
    "game_not_submitted": "The game was played here or imported. Only submitted games can be entered.",
    "game_of_somebody_else": "Another user has submitted the game. Only that user can enter it.",
    "game_voided": "The game was voided and cannot be entered.",
    "game_withdrawn": "The organiser has withdrawn the game from the tournament.",
    "entered_elsewhere": "The game is entered in another tournament. A game counts in only one.",
}


#: The seed rank of the entrant in each seat.
_Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _OpenTournament:
    """A tournament whose row is locked while games are entered, and its entrants."""

    tournament: Tournament
    entrants: tuple[EnteredBot, ...]

    @property
    def policy(self) -> SubmittedGames:
        """The policy: which games count."""
        return SubmittedGames(self.tournament.submitted_games)

    def check_header(self, incoming: IncomingRecord) -> Fault | None:
        """Return a fault if the ruleset, components, seats or options differ from the tournament's."""
        header, wanted = incoming.judged.header, self.tournament
        differing = (
            ("other_ruleset", "ruleset", header.ruleset, wanted.ruleset),
            ("other_components", "components", header.components, wanted.components),
            ("other_seat_count", "seats", header.seats, wanted.seats),
            (
                "other_options",
                "options",
                _serialize_options(header.options),
                _serialize_options(wanted.options),
            ),
        )
        for code, name, found, expected in differing:
            if found != expected:
                return _build_fault(code, field=name, expected=str(expected))
        return None

    def check_verdict(self, verdict: str) -> Fault | None:
        """Return a fault if the tournament does not count games with that verdict."""
        if verdict in self.policy.verdicts:
            return None
        return _build_fault("verdict_not_counted", field="trailer", expected=sorted(self.policy.verdicts))

    def find_seats(self, players: Sequence[tuple[str, int | None]]) -> _Seats | Fault:
        """Return the seed rank of the entrant in each seat, or a fault."""
        try:
            return find_seating(players, self.entrants)
        except NotSeated as error:
            expected = [entrant.name for entrant in self.entrants]
            return _build_fault(error.code, field=f"players.{error.seat}", expected=expected)


def entries_check(tournament: Tournament) -> None:
    """
    Refuse a tournament that accepts no submitted games at the moment.

    Raises:
        WrongTournamentStatus: it is not running.
        EntryRefused: it counts no submitted games.
    """
    if tournament.status != TournamentStatus.RUNNING:
        raise WrongTournamentStatus("tournament_not_running", id=tournament.pk, status=tournament.status)
    if tournament.submitted_games == SubmittedGames.REFUSED:
        raise EntryRefused("submitted_games_refused", id=tournament.pk)


def records_enter(
    *, records: Sequence[IncomingRecord], tournament_id: int, is_dry_run: bool = False
) -> list[RecordGame | Fault | None]:
    """
    Store good records and enter their games in a tournament; return the game or the fault of each record.

    A refused record is not stored. Entering is idempotent: the same record again is the same game, entered once. A
    game that was submitted before can be entered later by its submitter.

    Args:
        is_dry_run: whether nothing is stored; the result of a new game is then None.

    Raises:
        TournamentNotFound: there is none with that id.
    """
    with transaction.atomic():
        entering = _lock_tournament(tournament_id)
        if isinstance(entering, Fault):
            return [entering] * len(records)
        known = games_by_head([incoming.judged.verdict.head for incoming in records])
        seats = _check_records(entering, records, known)
        good = [number for number, each in enumerate(seats) if not isinstance(each, Fault)]
        taken = _store_records([records[number] for number in good], known, is_dry_run=is_dry_run)
        seatings = {
            game.game_id: seats[number] for number, game in zip(good, taken, strict=True) if game is not None
        }
        new = {game.game_id for game in taken if game is not None and game.is_new}
        # Check again: another transaction may have entered them, and a log whose seed became known may diverge.
        seatings |= _check_stored_games(
            entering,
            [
                (game.game_id, records[number])
                for number, game in zip(good, taken, strict=True)
                if game is not None and game.game_id not in new
            ],
        )
        if not is_dry_run:
            seatings |= _insert_entries(entering, seatings)
    answers = [each if isinstance(each, Fault) else None for each in seats]
    return _build_answers(answers, dict(zip(good, taken, strict=True)), seatings)


def entered_game_withdraw(
    tournament: Tournament, *, game_id: int, by: User, is_withdrawn: bool = True
) -> EnteredGame:
    """
    Withdraw a game from the standings, or put it back; it stays entered and marked as withdrawn.

    Raises:
        TournamentNotFound: the game is not entered in the tournament.
    """
    with transaction.atomic():
        entered = EnteredGame.objects.select_for_update().filter(tournament=tournament, game=game_id).first()
        if entered is None:
            raise TournamentNotFound("game_not_entered", id=tournament.pk, game=game_id)
        if (entered.withdrawn_at is not None) != is_withdrawn:
            entered.withdrawn_at = Now() if is_withdrawn else None
            entered.withdrawn_by = by if is_withdrawn else None
            entered.save(update_fields=["withdrawn_at", "withdrawn_by"])
            entered.refresh_from_db(fields=["withdrawn_at"])
            notify_subject(Subject.TOURNAMENT, [tournament.pk])
    return entered


def _lock_tournament(tournament_id: int) -> _OpenTournament | Fault:
    """Lock the tournament's row until the transaction ends; return it with its entrants, or why it accepts no games."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [tournament_id])
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise TournamentNotFound("tournament_not_found", id=tournament_id)
    try:
        entries_check(tournament)
    except (WrongTournamentStatus, EntryRefused) as error:
        return _build_fault(error.code)
    entrants = tournament.entrants.order_by("seed_rank").values_list("seed_rank", "name", "bot_id")
    return _OpenTournament(tournament, tuple(EnteredBot(*entrant) for entrant in entrants))


def _check_records(
    entering: _OpenTournament, records: Sequence[IncomingRecord], known: Mapping[bytes, int]
) -> list[_Seats | Fault]:
    """Return the seats of each record's game, or why it cannot be entered; nothing is stored."""
    heads = [incoming.judged.verdict.head for incoming in records]
    here = _check_stored_games(
        entering,
        [(known[head], incoming) for head, incoming in zip(heads, records, strict=True) if head in known],
    )
    return [
        entering.check_header(incoming)
        or (here[known[head]] if head in known else _check_new_game(entering, incoming))
        for head, incoming in zip(heads, records, strict=True)
    ]


def _check_new_game(entering: _OpenTournament, incoming: IncomingRecord) -> _Seats | Fault:
    players = [(player, incoming.bots.get(player)) for player in incoming.judged.header.final_players]
    return entering.check_verdict(incoming.judged.verdict.status.value) or entering.find_seats(players)


def _store_records(
    records: Sequence[IncomingRecord], known: Mapping[bytes, int], *, is_dry_run: bool
) -> list[RecordGame | None]:
    if not is_dry_run:
        return list(records_store(records=records))
    found = [known.get(incoming.judged.verdict.head) for incoming in records]
    return [None if game_id is None else RecordGame(game_id, is_new=False) for game_id in found]


def _build_answers(
    faults: Sequence[Fault | None],
    taken: Mapping[int, RecordGame | None],
    seatings: Mapping[int, _Seats | Fault],
) -> list[RecordGame | Fault | None]:
    """Return the result of each record: its fault, or its game if that can be entered."""
    answers: list[RecordGame | Fault | None] = list(faults)
    for number, game in taken.items():
        seats = None if game is None else seatings[game.game_id]
        answers[number] = seats if isinstance(seats, Fault) else game
    return answers


def _check_stored_games(
    entering: _OpenTournament, known: Iterable[tuple[int, IncomingRecord]]
) -> dict[int, _Seats | Fault]:
    """Return the seats of games that are already stored, or why they cannot be entered."""
    # Sorted so that of several records of one game the last, "exact", wins over "chance_unproven".
    records = dict(sorted(known, key=lambda each: each[1].judged.verdict.status is VerdictStatus.EXACT))
    games = Game.objects.filter(pk__in=records).select_related("entered_game").prefetch_related("seating")
    return {game.pk: _check_one_stored_game(entering, game, records[game.pk]) for game in games}


def _check_one_stored_game(entering: _OpenTournament, game: Game, incoming: IncomingRecord) -> _Seats | Fault:
    entered: EnteredGame | None = getattr(game, "entered_game", None)
    if entered is not None:
        if entered.tournament_id != entering.tournament.pk:
            return _build_fault("entered_elsewhere")
        return _build_fault("game_withdrawn") if entered.withdrawn_at else tuple(entered.seating)
    if game.origin != GameOrigin.SUBMITTED:
        return _build_fault("game_not_submitted")
    if game.submitted_by_id != incoming.submitted_by_id:
        return _build_fault("game_of_somebody_else")
    if game.status != GameStatus.FINISHED:
        return _build_fault("game_voided")
    players = sorted((seat.number, seat.player, seat.bot_id) for seat in game.seating.all())
    verdict = combine_verdicts(incoming.judged.verdict.status, game.verdict)
    return entering.check_verdict(verdict.value) or entering.find_seats(
        [(player, bot) for _, player, bot in players]
    )


def _insert_entries(
    entering: _OpenTournament, seatings: Mapping[int, _Seats | Fault]
) -> dict[int, _Seats | Fault]:
    """Insert the entries, each once; return a fault for each game just entered in another tournament."""
    tournament = entering.tournament
    good = {game_id: seats for game_id, seats in sorted(seatings.items()) if not isinstance(seats, Fault)}
    if not good:
        return {}
    find_seats = [f"{{{','.join(map(str, seats))}}}" for seats in good.values()]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [tournament.pk, list(good), find_seats])
        is_changed = cursor.rowcount > 0
    if is_changed:
        notify_subject(Subject.TOURNAMENT, [tournament.pk])
    elsewhere = EnteredGame.objects.filter(game__in=good).exclude(tournament=tournament)
    return {
        game_id: _build_fault("entered_elsewhere") for game_id in elsewhere.values_list("game", flat=True)
    }


def _serialize_options(options: Mapping[str, Any]) -> str:
    return canonical(dict(options)).decode()


def _build_fault(code: str, **details: object) -> Fault:
    return Fault(code, ENTRY_CODES[code], line=1 if details else None, details=details)


# FOR SHARE lets others enter games at the same time; ending the tournament waits for them.
_LOCK = "SELECT FROM tournaments_tournament WHERE id = %s FOR SHARE"

_INSERT = """
    INSERT INTO tournaments_enteredgame (tournament_id, game_id, seating)
    SELECT %s, game_id, seating::smallint[] FROM unnest(%s::bigint[], %s::text[]) AS new (game_id, seating)
    ON CONFLICT (game_id) DO NOTHING
"""

"""
Admin of games: read-only lists and pages, with the log of each game and without the secrets of seeds.

Live games that are not over can be voided; bots can be edited.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.db.models import Prefetch, Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core import format_actor, registry
from games.admin.read_only import ReadOnlyAdmin
from games.event_store import unfinished_games_void
from games.models import (
    OVER,
    Bot,
    Game,
    GameSeed,
    GameStatus,
    GameVerdict,
    JobStatus,
    LiveGame,
    PlayJob,
    Seat,
)
from games.queries import EventLine, game_events
from games.verification import verify_game

__all__ = ["BotAdmin", "GameAdmin", "GameSeedAdmin", "LiveGameAdmin"]

_EVENTS_PER_PAGE = 100

#: Statuses of an unfinished job.
_DUE = (JobStatus.WAITING, JobStatus.LEASED, JobStatus.STUCK)


class RulesetFilter(admin.SimpleListFilter):
    """Filter by ruleset; the choices come from the registry, because the table has thousands of rows."""

    title = "ruleset"
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(ruleset.key, ruleset.title) for ruleset in registry.all_rulesets()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    """Seats of a game with their results."""

    model = Seat
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "player", "bot", "place", "score", "parts", "ties", "forfeit")
    ordering = ("number",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the log's table."""

    seq: int
    actor: str
    kind: str
    payload: str
    thinking: str
    hash: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of a game's log."""

    first: int
    last: int
    rows: Sequence[LogRow]
    previous_page: int | None
    next_page: int | None


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games: header, seats, verdict and log."""

    list_display = (
        "id",
        "ruleset",
        "players",
        "status",
        "origin",
        "head_seq",
        "verdict_shown",
        "finished_at",
        "viewer",
    )
    list_filter = ("status", "verdict", "origin", RulesetFilter)
    search_fields = ("=id", "=seating__player")
    search_help_text = "Id of a game, or name of a player"
    list_per_page = 50
    show_full_result_count = False
    ordering = ("-id",)
    actions = ("verify_now",)
    inlines = (SeatInline,)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "ruleset",
                    "components",
                    "seats",
                    "options",
                    "origin",
                    "submitted_by",
                    "parent",
                    "parent_step",
                    "seed_was_shown",
                )
            },
        ),
        ("Progress", {"fields": ("status", "termination", "created_at", "started_at", "finished_at")}),
        ("Proof", {"fields": ("verdict_shown", "verified_at", "head_seq", "head", "commitment", "seed")}),
    )
    change_form_template = "admin/games/game/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        seating = Prefetch("seating", Seat.objects.order_by("number"))
        return super().get_queryset(request).prefetch_related(seating)

    @admin.display(description="players")
    def players(self, game: Game) -> str:
        return ", ".join(seat.player for seat in game.seating.all())

    @admin.display(description="verdict", ordering="verdict")
    def verdict_shown(self, game: Game) -> str:
        label = GameVerdict(game.verdict).label
        if game.verdict != GameVerdict.DIVERGED:
            return str(label)
        return f"{label} at step {game.verdict_step}: {game.verdict_code}"

    @admin.display(description="head")
    def head(self, game: Game) -> str:
        return bytes(game.head_hash).hex()

    @admin.display(description="viewer")
    def viewer(self, game: Game) -> str:
        return format_html('<a href="{}">view</a>', game.get_absolute_url())

    @admin.action(description="Verify now", permissions=["view"])
    def verify_now(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        verdicts = {game_id: verify_game(game_id) for game_id in queryset.values_list("id", flat=True)}
        bad = {game_id: verdict for game_id, verdict in verdicts.items() if not verdict.is_good}
        for game_id, verdict in bad.items():
            message = _("Game %(game)d diverged at step %(step)s: %(code)s")
            values = {"game": game_id, "step": verdict.step, "code": verdict.code}
            self.message_user(request, message % values, messages.ERROR)
        count = len(verdicts) - len(bad)
        if count:
            message = ngettext(
                "%(count)d game was verified without a divergence.",
                "%(count)d games were verified without a divergence.",
                count,
            )
            self.message_user(request, message % {"count": count}, messages.SUCCESS)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        page = request.GET.get("log", "1")
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 7 else 1
        log = (
            _read_log_page(int(object_id), max(1, number))
            if object_id.isascii() and object_id.isdigit()
            else None
        )
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "log": log})


@admin.register(GameSeed)
class GameSeedAdmin(ReadOnlyAdmin):
    """Seeds: the commitment and the time of revealing; the secret is never shown."""

    list_display = ("commitment", "is_revealed", "created_at")
    list_filter = (("revealed_at", admin.EmptyFieldListFilter),)
    search_fields = ("=commitment",)
    show_full_result_count = False
    ordering = ("-id",)
    fields = ("commitment", "revealed_at", "created_at")

    @admin.display(description="revealed", boolean=True)
    def is_revealed(self, seed: GameSeed) -> bool:
        return seed.revealed_at is not None


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Bots; the name is in records, so it cannot be changed."""

    list_display = ("name", "title", "transport", "owner", "active")
    list_filter = ("transport", "active")
    search_fields = ("name", "title")
    raw_id_fields = ("owner",)

    def get_readonly_fields(self, request: HttpRequest, obj: Bot | None = None) -> tuple[str, ...]:
        return ("created_at",) if obj is None else ("name", "created_at")


class AwaitedFilter(admin.SimpleListFilter):
    """Filter of live games by what they wait for; one that waits for a worker, or for a late bot, may be stuck."""

    title = "waiting for"
    parameter_name = "awaits"

    _WHAT = {
        "players": ("players", Q(game__status=GameStatus.SCHEDULED)),
        "bot": ("a remote bot", Q(due_seat__isnull=False)),
        "late": ("a remote bot that is late", Q(deadline__lt=Now())),
        "worker": ("a worker", Q(game__play_job__status__in=_DUE)),
        "nobody": ("nothing: the game is over", Q(game__status__in=OVER)),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, words) for name, (words, _) in self._WHAT.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        wanted = self.value()
        return queryset.filter(self._WHAT[wanted][1]) if wanted in self._WHAT else queryset


@admin.register(LiveGame)
class LiveGameAdmin(ReadOnlyAdmin):
    """Live games: players, clocks, and what each waits for. Private information and seeds are not shown."""

    list_display = (
        "id",
        "players",
        "status",
        "created_by",
        "due",
        "deadline",
        "worker",
        "expires_at",
        "viewer",
    )
    list_filter = (AwaitedFilter, "game__status")
    search_fields = ("=game__id", "=created_by__username", "=game__seating__player")
    search_help_text = "Id of a game, name of its creator, or name of a player"
    list_per_page = 50
    show_full_result_count = False
    ordering = ("-game",)
    actions = ("void",)
    fieldsets = (
        (None, {"fields": ("log", "viewer", "status", "created_by", "expires_at", "players")}),
        ("Clock", {"fields": ("clock", "banks_left")}),
        ("Due", {"fields": ("due", "due_since", "deadline", "worker")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[LiveGame]:
        seating = Prefetch("game__seating", Seat.objects.order_by("number"))
        games = super().get_queryset(request).select_related("game__play_job", "created_by", "due_bot")
        return games.prefetch_related(seating)

    @admin.display(description="game", ordering="game")
    def id(self, live: LiveGame) -> int:
        return live.game_id

    @admin.display(description="log and seats")
    def log(self, live: LiveGame) -> str:
        address = reverse("admin:games_game_change", args=[live.game_id])
        return format_html('<a href="{}">game {}</a>', address, live.game_id)

    @admin.display(description="viewer")
    def viewer(self, live: LiveGame) -> str:
        return format_html('<a href="{}">view</a>', live.game.get_absolute_url())

    @admin.display(description="status", ordering="game__status")
    def status(self, live: LiveGame) -> str:
        is_open = live.game.status == GameStatus.SCHEDULED
        return "open" if is_open else str(GameStatus(live.game.status).label)

    @admin.display(description="players")
    def players(self, live: LiveGame) -> str:
        return ", ".join(seat.player for seat in live.game.seating.all())

    @admin.display(description="clock")
    def clock(self, live: LiveGame) -> str:
        parts = (
            (live.move_ms, "per decision"),
            (live.bank_ms, "in the bank"),
            (live.increment_ms, "added after each decision"),
        )
        return ", ".join(f"{milliseconds / 1000:g} s {what}" for milliseconds, what in parts if milliseconds)

    @admin.display(description="banks")
    def banks_left(self, live: LiveGame) -> str:
        left = zip(live.game.seating.all(), live.banks, strict=False)
        return ", ".join(f"seat {seat.number}: {milliseconds / 1000:g} s" for seat, milliseconds in left)

    @admin.display(description="due", ordering="due_seat")
    def due(self, live: LiveGame) -> str:
        if live.due_seat is not None:
            return f"seat {live.due_seat}, {live.due_bot.name if live.due_bot is not None else 'unknown'}"
        return "none" if _find_job(live) is None else "a built-in bot"

    @admin.display(description="worker")
    def worker(self, live: LiveGame) -> str:
        job = _find_job(live)
        if job is None:
            return ""
        by = f" by {job.worker}" if job.status == JobStatus.LEASED else ""
        return f"{job.get_status_display()}{by}"

    @admin.action(description="Void unfinished games", permissions=["void"])
    def void(self, request: HttpRequest, queryset: QuerySet[LiveGame]) -> None:
        chosen = list(queryset.values_list("game_id", flat=True))
        voided = unfinished_games_void(game_ids=chosen, reason="voided by an administrator")
        message = ngettext("%(count)d game was voided.", "%(count)d games were voided.", len(voided))
        level = messages.SUCCESS if voided else messages.WARNING
        self.message_user(request, message % {"count": len(voided)}, level)
        count = len(chosen) - len(voided)
        if count:
            message = ngettext(
                "%(count)d game was already over, so it was not voided.",
                "%(count)d games were already over, so they were not voided.",
                count,
            )
            self.message_user(request, message % {"count": count}, messages.WARNING)

    def has_void_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("games.change_livegame"))


def _find_job(live: LiveGame) -> PlayJob | None:
    """Return the job of a live game if a built-in bot's decision is due."""
    job: PlayJob | None = getattr(live.game, "play_job", None)
    return job if job is not None and job.status in _DUE else None


def _read_log_page(game_id: int, number: int) -> LogPage | None:
    head_seq = Game.objects.filter(pk=game_id).values_list("head_seq", flat=True).first()
    if not head_seq:
        return None
    number = min(number, -(-head_seq // _EVENTS_PER_PAGE))
    first = (number - 1) * _EVENTS_PER_PAGE + 1
    last = min(first + _EVENTS_PER_PAGE - 1, head_seq)
    return LogPage(
        first=first,
        last=last,
        rows=[_format_event(line) for line in game_events(game_id, first=first, last=last)],
        previous_page=number - 1 if number > 1 else None,
        next_page=number + 1 if last < head_seq else None,
    )


def _format_event(line: EventLine) -> LogRow:
    return LogRow(
        seq=line.seq,
        actor=str(format_actor(line.actor)),
        kind=line.kind,
        payload=line.payload if line.payload is not None else "(hidden until the game is over)",
        thinking="" if line.thinking_ms is None else f"{line.thinking_ms} ms",
        hash=line.chain.hex()[:16],
    )

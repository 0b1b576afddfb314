"""
The admin of tournaments: plan, start, end and watch them, and say what they count. Plans are not edited afterwards.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from engine.core import registry as rulesets
from games.models import Bot
from tournaments.domain import Format, Rotation
from tournaments.errors import TournamentError
from tournaments.models import (
    EnteredGame,
    Entrant,
    StageFormat,
    SubmittedGames,
    Tournament,
    TournamentStatus,
    Worker,
)
from tournaments.planning import (
    tournament_cancel,
    tournament_check,
    tournament_create,
    tournament_finish,
    tournament_retry,
    tournament_set_submitted_games,
    tournament_start,
)
from tournaments.selectors import tournament_progress

__all__ = ["EnteredGameAdmin", "TournamentAdmin", "WorkerAdmin"]


class _ReadOnly:
    """Rows that are shown and never added, changed or deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _list_rulesets() -> list[tuple[str, str]]:
    return [(ruleset.key, f"{ruleset.title} ({ruleset.key})") for ruleset in rulesets.all_rulesets()]


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a tournament is planned from; the service judges it."""

    ruleset = forms.ChoiceField(choices=_list_rulesets)
    bots = forms.ModelMultipleChoiceField(
        Bot.objects.filter(active=True), help_text="The entrants; seed ranks are by name."
    )
    format = forms.ChoiceField(choices=StageFormat.choices, initial=StageFormat.ROUND_ROBIN)
    options = forms.JSONField(
        initial=dict, required=False, help_text="Options of every game as JSON; defaults are written out."
    )

    class Meta:
        model = Tournament
        fields = (
            *("name", "ruleset", "format", "bots", "seats", "deals", "rotation", "options"),
            "submitted_games",
        )

    def clean(self) -> dict[str, Any]:
        """Show what the service refuses next to its field."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                tournament_check(**self.plan())
            except TournamentError as error:
                field = error.details.get("field")
                self.add_error(field if field in self.fields else None, str(error))
        return data

    def plan(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "ruleset": data["ruleset"],
            "bots": list(data["bots"]),
            "seats": data["seats"],
            "deals": data["deals"],
            "options": data["options"] or {},
            "rotation": Rotation(data["rotation"]),
            "format": Format(data["format"]),
            "submitted_games": SubmittedGames(data["submitted_games"]),
        }


class EntrantInline(_ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The entrants of a tournament."""

    model = Entrant
    extra = 0
    fields = ("seed_rank", "name", "bot")


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Tournaments: added by a form, then started and cancelled by actions."""

    form = TournamentForm
    inlines = (EntrantInline,)
    list_display = ("name", "ruleset", "seats", "status", "progress", "created_at", "page")
    list_filter = ("status",)
    search_fields = ("name",)
    list_select_related = ()
    actions = ("start", "finish", "cancel", "retry", "count_none", "count_proven", "count_all")
    fields = (
        *("name", "page", "status", "progress", "what_blocks", "submitted_games"),
        *("ruleset", "components", "stage_formats", "options"),
        *("seats", "deals", "rotation", "created_by", "created_at", "started_at", "finished_at"),
    )
    add_fields = TournamentForm.Meta.fields

    def get_fields(self, request: HttpRequest, obj: Tournament | None = None) -> tuple[str, ...]:
        """Ask for a plan, or show all there is."""
        return self.add_fields if obj is None else self.fields

    def get_inlines(self, request: HttpRequest, obj: Tournament | None) -> tuple[Any, ...]:
        """Show entrants once there are some."""
        return () if obj is None else self.inlines

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Refuse: a plan is not edited."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Allow it for what was never started."""
        is_draft = obj is not None and obj.status == TournamentStatus.DRAFT
        return is_draft and super().has_delete_permission(request, obj)

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Whether the user may start and cancel tournaments."""
        return request.user.has_perm("tournaments.change_tournament")

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        """Plan the tournament by the service."""
        created = tournament_create(**form.plan(), created_by=cast(User, request.user))
        obj.pk = created.pk
        obj.refresh_from_db()

    @admin.action(description="Start", permissions=["run"])
    def start(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Start the tournaments chosen."""
        self._apply(request, queryset, tournament_start, "Started")

    @admin.action(description="Finish (where nothing is planned)", permissions=["run"])
    def finish(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """End the tournaments chosen, in which nothing is planned: no game can be entered any more."""
        self._apply(request, queryset, tournament_finish, "Finished")

    @admin.action(description="Cancel", permissions=["run"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Cancel the tournaments chosen; their unfinished games are voided."""
        self._apply(request, queryset, tournament_cancel, "Cancelled")

    @admin.action(description="Play stuck games again", permissions=["run"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Put stuck games of the tournaments chosen back to be played."""
        self._apply(request, queryset, tournament_retry, "Put back the stuck games of")

    @admin.action(description="Count no submitted games", permissions=["run"])
    def count_none(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Let no submitted game count in the tournaments chosen."""
        self._set_submitted_games(request, queryset, SubmittedGames.REFUSED)

    @admin.action(description="Count submitted games whose chance is proven", permissions=["run"])
    def count_proven(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Let those submitted games count in the tournaments chosen whose chance is proven by their seed."""
        self._set_submitted_games(request, queryset, SubmittedGames.EXACT)

    @admin.action(description="Count all submitted games that keep the rules", permissions=["run"])
    def count_all(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Let all submitted games count in the tournaments chosen."""
        self._set_submitted_games(request, queryset, SubmittedGames.LEGAL)

    @admin.display(description="format")
    def stage_formats(self, tournament: Tournament) -> str:
        """Say who meets whom."""
        return ", ".join(stage.get_format_display() for stage in tournament.stages.all())

    @admin.display(description="progress")
    def progress(self, tournament: Tournament) -> str:
        """Say how many games are finished."""
        found = tournament_progress(tournament)
        words = [f"{found.finished} of {found.planned} games finished"]
        words += [
            f"{count} {word}"
            for count, word in (
                (found.playing, "being played"),
                (found.stuck, "stuck"),
                (found.voided, "voided"),
                (found.submitted, "submitted"),
                (found.not_counted, "submitted and not counted"),
            )
            if count
        ]
        return ", ".join(words)

    @admin.display(description="what blocks")
    def what_blocks(self, tournament: Tournament) -> str:
        """Say why nothing moves, if nothing moves."""
        blockers = tournament_progress(tournament).blockers
        return format_html_join("", "<div>{}</div>", ((str(blocker),) for blocker in blockers)) or "nothing"

    @admin.display(description="page")
    def page(self, tournament: Tournament) -> str:
        """Link to the tournament's page."""
        return format_html('<a href="{}">Open</a>', reverse("tournament", args=[tournament.pk]))

    def _set_submitted_games(
        self, request: HttpRequest, queryset: QuerySet[Tournament], policy: SubmittedGames
    ) -> None:
        service = partial(tournament_set_submitted_games, submitted_games=policy)
        self._apply(request, queryset, service, f"Submitted games that count ({policy.label}): set for")

    def _apply(
        self,
        request: HttpRequest,
        queryset: QuerySet[Tournament],
        service: Callable[[Tournament], object],
        done: str,
    ) -> None:
        for tournament in queryset:
            try:
                service(tournament)
            except TournamentError as error:
                self.message_user(request, f"{tournament}: {error}", messages.ERROR)
            else:
                self.message_user(request, f"{done} {tournament}.", messages.SUCCESS)


@admin.register(EnteredGame)
class EnteredGameAdmin(_ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Submitted games entered in tournaments: who brought them, and whether they count."""

    list_display = ("id", "tournament", "page", "submitted_by", "entered_at", "counted", "withdrawn_by")
    list_filter = ("tournament__submitted_games", ("withdrawn_at", admin.EmptyFieldListFilter))
    search_fields = ("=game__id", "tournament__name")
    list_select_related = ("tournament", "game__submitted_by", "withdrawn_by")
    show_full_result_count = False
    fields = (
        *("tournament", "page", "submitted_by", "seating", "entered_at"),
        *("counted", "withdrawn_at", "withdrawn_by"),
    )

    @admin.display(description="game")
    def page(self, entered: EnteredGame) -> str:
        """Link to the game's page."""
        return format_html('<a href="{}">{}</a>', reverse("game", args=[entered.game_id]), entered.game_id)

    @admin.display(description="submitted by")
    def submitted_by(self, entered: EnteredGame) -> str:
        """Say who submitted the game."""
        return str(entered.game.submitted_by or "")

    @admin.display(description="counts")
    def counted(self, entered: EnteredGame) -> str:
        """Say whether it counts, and why not."""
        reason = entered.not_counted
        return "yes" if reason is None else f"no: {reason.label}"


@admin.register(Worker)
class WorkerAdmin(_ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Processes that play games, and when each was last heard from."""

    list_display = ("name", "heard_at")

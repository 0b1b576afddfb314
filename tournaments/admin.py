"""
Admin of tournaments: plan, start, finish and watch them, and set which submitted games count. Plans are immutable.
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
    """Mixin of admins whose rows can be viewed but not added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _list_rulesets() -> list[tuple[str, str]]:
    return [(ruleset.key, f"{ruleset.title} ({ruleset.key})") for ruleset in rulesets.all_rulesets()]


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    """Form that plans a tournament; the service validates it."""

    ruleset = forms.ChoiceField(choices=_list_rulesets)
    bots = forms.ModelMultipleChoiceField(
        Bot.objects.filter(active=True), help_text="The entrants; seed ranks follow their names."
    )
    format = forms.ChoiceField(choices=StageFormat.choices, initial=StageFormat.ROUND_ROBIN)
    options = forms.JSONField(
        initial=dict,
        required=False,
        help_text="Options of every game as JSON; missing ones take their defaults.",
    )

    class Meta:
        model = Tournament
        fields = (
            *("name", "ruleset", "format", "bots", "seats", "deals", "rotation", "options"),
            "submitted_games",
        )

    def clean(self) -> dict[str, Any]:
        """Show the service's error at its field."""
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
    """Admin of tournaments: added by a form; started, finished and cancelled by actions."""

    form = TournamentForm
    inlines = (EntrantInline,)
    list_display = ("name", "ruleset", "seats", "status", "progress", "created_at", "page")
    list_filter = ("status",)
    search_fields = ("name",)
    list_select_related = ()
    actions = ("start", "finish", "cancel", "retry", "count_none", "count_proven", "count_all")
    fields = (
        *("name", "page", "status", "progress", "blockers", "submitted_games"),
        *("ruleset", "components", "stage_formats", "options"),
        *("seats", "deals", "rotation", "created_by", "created_at", "started_at", "finished_at"),
    )
    add_fields = TournamentForm.Meta.fields

    def get_fields(self, request: HttpRequest, obj: Tournament | None = None) -> tuple[str, ...]:
        """Return the form's fields on the add page, and all fields elsewhere."""
        return self.add_fields if obj is None else self.fields

    def get_inlines(self, request: HttpRequest, obj: Tournament | None) -> tuple[Any, ...]:
        """Hide the entrants on the add page."""
        return () if obj is None else self.inlines

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Return False, because plans are immutable."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Allow deletion of drafts only."""
        is_draft = obj is not None and obj.status == TournamentStatus.DRAFT
        return is_draft and super().has_delete_permission(request, obj)

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Return whether the user can run the actions."""
        return request.user.has_perm("tournaments.change_tournament")

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        """Create the tournament by the service."""
        created = tournament_create(**form.plan(), created_by=cast(User, request.user))
        obj.pk = created.pk
        obj.refresh_from_db()

    @admin.action(description="Start", permissions=["run"])
    def start(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Start the selected tournaments."""
        self._apply(request, queryset, tournament_start, "Started")

    @admin.action(description="Finish (open play only)", permissions=["run"])
    def finish(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Finish the selected tournaments of open play; then no more games can be entered."""
        self._apply(request, queryset, tournament_finish, "Finished")

    @admin.action(description="Cancel", permissions=["run"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Cancel the selected tournaments; their unfinished games are voided."""
        self._apply(request, queryset, tournament_cancel, "Cancelled")

    @admin.action(description="Retry stuck games", permissions=["run"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Requeue the stuck games of the selected tournaments."""
        self._apply(request, queryset, tournament_retry, "Requeued the stuck games of")

    @admin.action(description="Count no submitted games", permissions=["run"])
    def count_none(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Count no submitted games in the selected tournaments."""
        self._set_submitted_games(request, queryset, SubmittedGames.REFUSED)

    @admin.action(description="Count submitted games whose chance is proven", permissions=["run"])
    def count_proven(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Count submitted games whose chance is proven by their seed in the selected tournaments."""
        self._set_submitted_games(request, queryset, SubmittedGames.EXACT)

    @admin.action(description="Count all submitted games that keep the rules", permissions=["run"])
    def count_all(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        """Count all submitted games that keep the rules in the selected tournaments."""
        self._set_submitted_games(request, queryset, SubmittedGames.LEGAL)

    @admin.display(description="format")
    def stage_formats(self, tournament: Tournament) -> str:
        """Return the formats of the stages."""
        return ", ".join(stage.get_format_display() for stage in tournament.stages.all())

    @admin.display(description="progress")
    def progress(self, tournament: Tournament) -> str:
        """Return the numbers of games in words."""
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

    @admin.display(description="blockers")
    def blockers(self, tournament: Tournament) -> str:
        """Return why the tournament makes no progress."""
        reasons = tournament_progress(tournament).blockers
        return format_html_join("", "<div>{}</div>", ((str(reason),) for reason in reasons)) or "none"

    @admin.display(description="page")
    def page(self, tournament: Tournament) -> str:
        """Link to the tournament's page."""
        return format_html('<a href="{}">Open</a>', reverse("tournament", args=[tournament.pk]))

    def _set_submitted_games(
        self, request: HttpRequest, queryset: QuerySet[Tournament], policy: SubmittedGames
    ) -> None:
        service = partial(tournament_set_submitted_games, submitted_games=policy)
        self._apply(request, queryset, service, f"Set which submitted games count ({policy.label}) in")

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
    """Admin of entered games: their submitters, and whether they count."""

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
        """Return the submitter's name."""
        return str(entered.game.submitted_by or "")

    @admin.display(description="counts")
    def counted(self, entered: EnteredGame) -> str:
        """Return whether the game counts, and the reason if not."""
        reason = entered.not_counted
        return "yes" if reason is None else f"no: {reason.label}"


@admin.register(Worker)
class WorkerAdmin(_ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Admin of workers and their heartbeats."""

    list_display = ("name", "heard_at")

"""The admin of play jobs: which worker plays which game, why attempts failed, and a way to retry. No token is shown."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from games.admin.read_only import ReadOnlyAdmin
from games.models import FailedAttempt, PlayJob
from games.play_jobs import jobs_retry

__all__ = ["FailedAttemptAdmin", "PlayJobAdmin"]


@admin.register(PlayJob)
class PlayJobAdmin(ReadOnlyAdmin):
    """Planned games, forks and built-in bots' turns: how far each is, and why the last attempt failed."""

    list_display = (
        *("job", "kind", "page", "status", "worker", "leased_at", "heartbeat_at"),
        *("expires_at", "failures", "retry_at", "reason"),
    )
    list_display_links = ("job",)
    list_filter = ("kind", "status")
    search_fields = ("=game__id", "worker")
    search_help_text = "Id of a game, or name of a worker"
    list_per_page = 50
    show_full_result_count = False
    ordering = ("-game",)
    actions = ("retry",)
    fields = (
        *("page", "kind", "status", "created_at", "offered_at"),
        *("worker", "leased_at", "heartbeat_at", "expires_at"),
        *("failures", "retry_at", "reason"),
    )

    @admin.display(description="job", ordering="game")
    def job(self, job: PlayJob) -> int:
        """Return the number of the game."""
        return job.game_id

    @admin.display(description="game")
    def page(self, job: PlayJob) -> str:
        """Link to the game's page."""
        return _page(job.game_id)

    @admin.action(description="Retry jobs that are stuck or paused", permissions=["retry"])
    def retry(self, request: HttpRequest, queryset: QuerySet[PlayJob]) -> None:
        """Retry the jobs chosen that are stuck, and those that wait after a failure."""
        retried = jobs_retry(queryset.values_list("game_id", flat=True))
        self.message_user(request, f"{len(retried)} of the jobs were stuck or paused and are retried.")

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may change jobs, although the rows are read-only."""
        return bool(request.user.has_perm("games.change_playjob"))


@admin.register(FailedAttempt)
class FailedAttemptAdmin(ReadOnlyAdmin):
    """Attempts at jobs that ended without a result: which worker held the lease, and how it ended."""

    list_display = ("id", "page", "worker", "leased_at", "ended_at", "outcome", "reason")
    list_filter = ("outcome", "job__kind")
    search_fields = ("=job__game__id", "worker")
    search_help_text = "Id of a game, or name of a worker"
    show_full_result_count = False
    fields = ("page", "worker", "leased_at", "ended_at", "outcome", "reason")

    @admin.display(description="game")
    def page(self, attempt: FailedAttempt) -> str:
        """Link to the game's page."""
        return _page(attempt.job_id)


def _page(game_id: int) -> str:
    return format_html('<a href="{}">{}</a>', reverse("game", args=[game_id]), game_id)

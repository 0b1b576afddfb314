"""Tokens in the admin: made and revoked, their secret shown once, when made."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from api.auth import IssuedToken, token_create, token_revoke
from api.models import Token

_ISSUED = "rodeo.issued_token"


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin[Token]):
    """A token is made or revoked; nothing about it can be edited."""

    list_display = ["name", "owner", "prefix", "created_at", "expires_at", "revoked_at"]
    list_filter = ["revoked_at", "expires_at"]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username", "prefix"]
    autocomplete_fields = ["owner"]
    actions = ["revoke"]

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Refuse to edit a token: revoke it and make another."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Refuse to delete a token: a revoked one still says what it was."""
        return False

    def get_fields(self, request: HttpRequest, obj: Token | None = None) -> Any:
        """Return what is asked for when a token is made, or shown of one that exists."""
        if obj is not None:
            return ["name", "owner", "prefix", "created_at", "expires_at", "revoked_at"]
        return ["owner", "name", "expires_at"] if request.user.is_superuser else ["name", "expires_at"]

    def save_model(self, request: HttpRequest, obj: Token, form: Any, change: bool) -> None:
        """Make the token; who is no superuser makes tokens for nobody else."""
        owner = obj.owner if "owner" in form.cleaned_data else request.user
        assert isinstance(owner, User), "the admin lets nobody in who is not logged in"
        issued = token_create(owner=owner, name=obj.name, expires_at=obj.expires_at)
        obj.pk, obj.prefix, obj.owner = issued.token.pk, issued.token.prefix, issued.token.owner
        request.META[_ISSUED] = issued

    def response_add(
        self, request: HttpRequest, obj: Token, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the secret in the answer itself: a message would keep it in a cookie or a table until it is read."""
        issued: IssuedToken = request.META.pop(_ISSUED)
        context = {**self.admin_site.each_context(request), "title": "Token made", "issued": issued}
        response = TemplateResponse(request, "admin/api/token/issued.html", context)
        response.headers["Cache-Control"] = "no-store"
        return response

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may revoke tokens: as may who may change them, if they could be changed."""
        return request.user.has_perm("api.change_token")

    @admin.action(description="Revoke the chosen tokens", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        """Refuse the chosen tokens from now on."""
        for token in queryset:
            token_revoke(token)
        self.message_user(request, f"{len(queryset)} revoked.", messages.SUCCESS)

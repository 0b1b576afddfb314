"""Create and revoke tokens in the admin; a secret is shown once, after its creation."""

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
    """Tokens can be created and revoked, not edited."""

    list_display = ["name", "owner", "prefix", "created_at", "expires_at", "revoked_at"]
    list_filter = ["revoked_at", "expires_at"]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username", "prefix"]
    autocomplete_fields = ["owner"]
    actions = ["revoke"]

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Refuse to edit a token: revoke it and create another one."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Refuse to delete a token: revoked tokens are kept as a record."""
        return False

    def get_fields(self, request: HttpRequest, obj: Token | None = None) -> Any:
        """Return the fields of the form for a new token, or those shown of an existing one."""
        if obj is not None:
            return ["name", "owner", "prefix", "created_at", "expires_at", "revoked_at"]
        return ["owner", "name", "expires_at"] if request.user.is_superuser else ["name", "expires_at"]

    def save_model(self, request: HttpRequest, obj: Token, form: Any, change: bool) -> None:
        """Create the token; only superusers create tokens for other users."""
        owner = obj.owner if "owner" in form.cleaned_data else request.user
        assert isinstance(owner, User), "the admin requires a login"
        issued = token_create(owner=owner, name=obj.name, expires_at=obj.expires_at)
        obj.pk, obj.prefix, obj.owner = issued.token.pk, issued.token.prefix, issued.token.owner
        request.META[_ISSUED] = issued

    def response_add(
        self, request: HttpRequest, obj: Token, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the secret in the response: a message would store it in a cookie or a table."""
        issued: IssuedToken = request.META.pop(_ISSUED)
        context = {**self.admin_site.each_context(request), "title": "Token created", "issued": issued}
        response = TemplateResponse(request, "admin/api/token/issued.html", context)
        response.headers["Cache-Control"] = "no-store"
        return response

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Return whether the user has the permission to change tokens."""
        return request.user.has_perm("api.change_token")

    @admin.action(description="Revoke the chosen tokens", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        """Revoke the chosen tokens."""
        for token in queryset:
            token_revoke(token)
        self.message_user(request, f"{len(queryset)} tokens revoked.", messages.SUCCESS)

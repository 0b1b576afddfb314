"""API tokens, whose secrets are not stored, and responses stored for repeated requests."""

from typing import ClassVar

from django.conf import settings
from django.db import models

__all__ = ["KeptAnswer", "Token"]


class Token(models.Model):
    """
    A token acts for its owner with the owner's rights. Only the SHA-256 of its secret is stored.

    The secret has 256 random bits, which no search can guess; a slow password hash would add time to every request
    and no security.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80, help_text="What the token is for.")
    prefix = models.CharField(max_length=16, help_text="How the secret begins, to tell tokens apart.")
    digest = models.BinaryField(max_length=32, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True, help_text="Refused from then on; empty: never.")
    revoked_at = models.DateTimeField(null=True, blank=True, help_text="Refused from then on.")

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class KeptAnswer(models.Model):
    """A response stored under the `Idempotency-Key` of its request, to be sent again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="kept_answers")
    key = models.CharField(max_length=200)
    fingerprint = models.BinaryField(max_length=32, help_text="What tells the request from others.")
    status = models.PositiveSmallIntegerField()
    content = models.BinaryField()
    content_type = models.CharField(max_length=100)
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="answer_key_once")]

    def __str__(self) -> str:
        return f"{self.status} to {self.key}"

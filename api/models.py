"""API tokens: who a program acts for, their secret itself never stored; and answers kept for repeated requests."""

from typing import ClassVar

from django.conf import settings
from django.db import models

__all__ = ["KeptAnswer", "Token"]


class Token(models.Model):
    """
    A token acts for its owner with the owner's rights. Only the SHA-256 of its secret is kept.

    The secret has 256 random bits, so that a plain hash can't be searched through; a slow one would cost
    every request and gain nothing.
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
    """The answer a request got, kept by the request's `Idempotency-Key` for when it is sent again."""

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

"""Submissions and receipts."""

from api.v1.submissions import views

__all__ = ["views"]

"""The catalogue of problems."""

from api.v1.problems import views

__all__ = ["views"]

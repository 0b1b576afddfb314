"""The shape of a kind of problem."""

from typing import Any

from rest_framework import serializers

__all__ = ["ProblemTypeSerializer"]


class ProblemTypeSerializer(serializers.Serializer[Any]):
    """A code the API refuses with, and what it means."""

    code = serializers.CharField()
    status = serializers.IntegerField(help_text="HTTP status.")
    title = serializers.CharField()
    meaning = serializers.CharField()

"""Serializers of bots. A bot's transport parameters stay private."""

from typing import Any

from rest_framework import serializers

from api.validation import NameListField, StrictCharField, StrictSerializer
from games.models import Bot, Transport

__all__ = ["BotDetailSerializer", "BotSerializer", "RemoteBotSerializer"]


class RemoteBotSerializer(StrictSerializer):
    """A remote bot of yours: a program that plays from elsewhere."""

    name = StrictCharField(
        max_length=64, help_text="A unique name of lower-case letters, digits, hyphens and underscores."
    )
    title = StrictCharField(max_length=120, default="", help_text="Name for people; default: the name.")
    description = StrictCharField(max_length=2000, default="", help_text="What it does.")
    rulesets = NameListField(
        default=list, max_length=100, help_text="Keys of the rulesets it plays; none means all."
    )


class BotSerializer(serializers.ModelSerializer[Bot]):
    """A program that plays."""

    transport = serializers.ChoiceField(
        choices=Transport.choices, help_text="How the platform asks it for decisions."
    )
    rulesets = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the rulesets it plays; none means all."
    )
    owner = serializers.CharField(source="owner.username", default=None, allow_null=True, read_only=True)

    class Meta:
        model = Bot
        fields = ["name", "title", "description", "transport", "rulesets", "owner", "active", "created_at"]
        read_only_fields = fields


class BotRecordSerializer(serializers.Serializer[Any]):
    """A bot's results in finished tournament games of one ruleset with one number of seats."""

    ruleset = serializers.CharField()
    seats = serializers.IntegerField()
    tournaments = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="Games it won alone.")
    shared_wins = serializers.IntegerField()
    mean_place = serializers.FloatField()
    mean_score = serializers.FloatField()
    forfeits = serializers.IntegerField()
    submitted = serializers.IntegerField(
        help_text="How many of the games were submitted; these count only where the tournament counts them."
    )


class BotDetailSerializer(BotSerializer):
    """A bot with its record in tournaments."""

    record = BotRecordSerializer(many=True)

    class Meta(BotSerializer.Meta):
        fields = [*BotSerializer.Meta.fields, "record"]
        read_only_fields = fields

"""The shapes of bots. What a bot's transport needs to know (its parameters) is nobody's business."""

from typing import Any

from rest_framework import serializers

from games.models import Bot, Transport

__all__ = ["BotDetailSerializer", "BotRecordSerializer", "BotSerializer"]


class BotSerializer(serializers.ModelSerializer[Bot]):
    """A program that plays."""

    transport = serializers.ChoiceField(
        choices=Transport.choices, help_text="How it is asked for its decisions."
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
    """What a bot has achieved in finished tournament games of one ruleset with one number of seats."""

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
        help_text="How many of the games were submitted; they count where a tournament's organiser lets them."
    )


class BotDetailSerializer(BotSerializer):
    """A bot with its record in tournaments."""

    record = BotRecordSerializer(many=True)

    class Meta(BotSerializer.Meta):
        fields = [*BotSerializer.Meta.fields, "record"]
        read_only_fields = fields

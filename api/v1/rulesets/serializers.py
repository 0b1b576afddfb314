"""Serializers of rulesets."""

from typing import Any

from rest_framework import serializers

from engine.core import CORE_CODES, Ruleset

__all__ = ["RulesetDetailSerializer", "RulesetSerializer"]

#: Kinds of events that the platform decides, in every ruleset.
_SYSTEM_KINDS = ["seat_forfeited", "game_finished", "game_voided"]


class SeatRangeSerializer(serializers.Serializer[Any]):
    """The allowed numbers of seats."""

    least = serializers.IntegerField(source="min_seats")
    most = serializers.IntegerField(source="max_seats")


class KindsSerializer(serializers.Serializer[Any]):
    """The kinds of events by who makes them, in the order of the record format."""

    seat = serializers.ListField(source="seat_kinds", child=serializers.CharField())
    chance = serializers.ListField(source="chance_kinds", child=serializers.CharField())
    system = serializers.ListField(default=_SYSTEM_KINDS, read_only=True, child=serializers.CharField())
    private = serializers.SerializerMethodField(
        help_text="Kinds of chance events that only one seat sees until the game is over."
    )

    def get_private(self, ruleset: Ruleset[Any]) -> list[str]:
        """Return the kinds in alphabetical order."""
        return sorted(ruleset.private_kinds)


class RulesetSerializer(serializers.Serializer[Any]):
    """The rules of one board game at one version."""

    key = serializers.CharField(help_text="`slug@version`.")
    title = serializers.CharField()
    seats = SeatRangeSerializer(source="*")
    components = serializers.ListField(
        source="component_sets",
        child=serializers.CharField(),
        help_text="Ids of the component sets, the default first.",
    )


class RulesetDetailSerializer(RulesetSerializer):
    """A ruleset with all that a client needs to read its logs and to choose its options."""

    options = serializers.DictField(source="option_schema", help_text="JSON Schema (2020-12) of the options.")
    kinds = KindsSerializer(source="*")
    codes = serializers.SerializerMethodField(help_text="Codes of illegal events, with their sentences.")
    effects = serializers.DictField(
        source="effect_kinds",
        child=serializers.CharField(),
        help_text="Kinds of effects in frames, with the content of their data.",
    )

    def get_codes(self, ruleset: Ruleset[Any]) -> dict[str, str]:
        """Return the codes of the core and of the ruleset."""
        return {**CORE_CODES, **ruleset.codes}

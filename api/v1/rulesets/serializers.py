"""The shapes of rulesets."""

from typing import Any

from rest_framework import serializers

from engine.core import CORE_CODES, Ruleset

__all__ = ["RulesetDetailSerializer", "RulesetSerializer", "ruleset_data"]

#: Kinds of the events the platform decides, the same for all rulesets.
SYSTEM_KINDS = ("seat_forfeited", "game_finished", "game_voided")


class SeatRangeSerializer(serializers.Serializer[Any]):
    """How many can play."""

    least = serializers.IntegerField()
    most = serializers.IntegerField()


class KindsSerializer(serializers.Serializer[Any]):
    """The kinds of events by who makes them, in the order of the record format."""

    seat = serializers.ListField(child=serializers.CharField())
    chance = serializers.ListField(child=serializers.CharField())
    system = serializers.ListField(child=serializers.CharField())
    private = serializers.ListField(
        child=serializers.CharField(),
        help_text="Those of chance that only some seat sees before the game is over.",
    )


class RulesetSerializer(serializers.Serializer[Any]):
    """The rules of one board game at one version."""

    key = serializers.CharField(help_text="`slug@version`.")
    title = serializers.CharField()
    seats = SeatRangeSerializer()
    components = serializers.ListField(
        child=serializers.CharField(), help_text="Ids of the component sets, the default first."
    )


class RulesetDetailSerializer(RulesetSerializer):
    """A ruleset with all that a client must know to read its logs and to choose its options."""

    options = serializers.DictField(help_text="JSON Schema (2020-12) of the options.")
    kinds = KindsSerializer()
    codes = serializers.DictField(
        child=serializers.CharField(), help_text="Codes an event is refused with, and their sentences."
    )
    effects = serializers.DictField(
        child=serializers.CharField(), help_text="Kinds of effects in frames, and what their data holds."
    )


def ruleset_data(ruleset: Ruleset[Any], *, whole: bool = False) -> dict[str, Any]:
    """Return a ruleset as an entry of the list, or as a whole."""
    data: dict[str, Any] = {
        "key": ruleset.key,
        "title": ruleset.title,
        "seats": {"least": ruleset.min_seats, "most": ruleset.max_seats},
        "components": list(ruleset.component_sets),
    }
    if whole:
        data["options"] = ruleset.option_schema()
        data["kinds"] = {
            "seat": list(ruleset.seat_kinds),
            "chance": list(ruleset.chance_kinds),
            "system": list(SYSTEM_KINDS),
            "private": sorted(ruleset.private_kinds),
        }
        data["codes"] = {**CORE_CODES, **ruleset.codes}
        data["effects"] = dict(ruleset.effect_kinds)
    return data

"""Serializer of a fork to create."""

from rest_framework import serializers

from api.validation import NameListField, StrictIntegerField, StrictSerializer
from games.forks import ForkSeed

__all__ = ["ForkCreateSerializer"]


class ForkCreateSerializer(StrictSerializer):
    """A game to continue from one of its steps."""

    step = StrictIntegerField(
        min_value=0,
        max_value=1_000_000,
        help_text="The last step that the new game shares with this one; 0: before the first event.",
    )
    bots = NameListField(
        min_length=1,
        max_length=100,
        help_text="Names of the bots, one per seat, possibly repeated. Built-in bots only, because workers play them.",
    )
    seed = serializers.ChoiceField(
        choices=[(seed.value, seed.value) for seed in ForkSeed],
        default=ForkSeed.NEW.value,
        help_text=(
            "The source of chance from that step on. `new`: a new secret seed, committed to at once and revealed when "
            "the game is over. `same`: the parent's seed, once that is public; everyone can then know what follows."
        ),
        error_messages={"invalid_choice": "one of " + ", ".join(ForkSeed)},
    )

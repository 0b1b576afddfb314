"""The shape in which a fork is asked for."""

from rest_framework import serializers

from api.v1.inputs import Names, StrictSerializer, WholeNumber
from games.forks import ForkSeed

__all__ = ["ForkCreateSerializer"]


class ForkCreateSerializer(StrictSerializer):
    """A game to be continued from one of its steps."""

    step = WholeNumber(
        min_value=0,
        max_value=1_000_000,
        help_text="The step after which the new game goes its own way; 0: before the first event.",
    )
    bots = Names(
        min_length=1,
        max_length=100,
        help_text="Names of the bots, one per seat; a name may stand twice. Built-in bots only: the workers play them.",
    )
    seed = serializers.ChoiceField(
        choices=[(seed.value, seed.value) for seed in ForkSeed],
        default=ForkSeed.NEW.value,
        help_text=(
            "What decides chance from there on. `new`: a new secret seed, committed to at once and shown when the game "
            "is over. `same`: the parent's seed deals on; only once that is shown, so everyone could know what follows."
        ),
        error_messages={"invalid_choice": "one of " + ", ".join(ForkSeed)},
    )

"""Rulesets: the games that can be played, and their options."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ApiView, ListView
from api.lists import KeyedRows, RulesetPagination
from api.v1.rulesets.serializers import RulesetDetailSerializer, RulesetSerializer
from engine.core import Ruleset, UnknownRuleset, registry

__all__ = ["RulesetDetail", "RulesetList"]


class RulesetList(ListView):
    """All registered rulesets."""

    pagination_class = RulesetPagination
    serializer_class = RulesetSerializer
    filter_backends = ()

    def get_queryset(self) -> Any:
        """Return the rulesets of the registry."""
        return KeyedRows(_read_rulesets)

    @extend_schema(operation_id="rulesets_list", summary="Rulesets")
    def get(self, request: Request) -> Response:
        """By key. Old versions stay, so that old games can be replayed."""
        return self.list(request)


class RulesetDetail(ApiView):
    """One ruleset."""

    @extend_schema(
        operation_id="rulesets_retrieve",
        summary="A ruleset with its options, kinds of events and codes",
        responses=RulesetDetailSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """`options` is the JSON Schema of a tournament's `options`."""
        try:
            ruleset = registry.get(key)
        except UnknownRuleset as error:
            raise NotFound from error
        return Response(RulesetDetailSerializer(ruleset).data)


def _read_rulesets(key: str | None, *, limit: int, descending: bool) -> list[Ruleset[Any]]:
    rulesets = sorted(registry.all_rulesets(), key=lambda ruleset: ruleset.key, reverse=descending)
    if key is not None:
        rulesets = [each for each in rulesets if (each.key < key if descending else each.key > key)]
    return rulesets[:limit]

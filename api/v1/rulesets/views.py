"""Rulesets: what can be played, with which options."""

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ApiView, ListView
from api.lists import RulesetPagination
from api.v1.rulesets.serializers import RulesetDetailSerializer, RulesetSerializer, ruleset_data
from engine.core import UnknownRuleset, registry

__all__ = ["RulesetDetail", "RulesetList"]


class RulesetList(ListView):
    """All registered rulesets."""

    pagination_class = RulesetPagination
    serializer_class = RulesetSerializer
    filter_backends = ()

    @extend_schema(
        operation_id="rulesets_list",
        summary="Rulesets",
        responses=RulesetSerializer(many=True),
        tags=["rulesets"],
    )
    def get(self, request: Request) -> Response:
        """Old versions stay, so that old games can be replayed."""
        page = self.paginate_queryset(registry.all_rulesets())
        return self.get_paginated_response([ruleset_data(ruleset) for ruleset in page or ()])


class RulesetDetail(ApiView):
    """One ruleset."""

    @extend_schema(
        operation_id="rulesets_retrieve",
        summary="A ruleset: its options, its kinds of events, its codes",
        responses=RulesetDetailSerializer,
        tags=["rulesets"],
    )
    def get(self, request: Request, key: str) -> Response:
        """`options` is a JSON Schema; what it accepts is what a tournament's `options` may be."""
        try:
            ruleset = registry.get(key)
        except UnknownRuleset as error:
            raise NotFound from error
        return Response(ruleset_data(ruleset, whole=True))

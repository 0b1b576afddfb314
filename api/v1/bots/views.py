"""Bots: who plays, and with what success."""

from typing import cast

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ApiView, ListView, created
from api.idempotency import KEY_PARAMETER, idempotent
from api.lists import NamePagination
from api.v1.bots.serializers import BotDetailSerializer, BotRecordSerializer, BotSerializer
from api.v1.inputs import BotFilters
from api.v1.play import RemoteBotSerializer
from games.bots import bot_create_remote
from games.models import Bot
from tournaments.results import bot_record

__all__ = ["BotDetail", "BotList"]


class BotList(ListView):
    """All bots; here users make their own."""

    queryset = Bot.objects.select_related("owner")
    pagination_class = NamePagination
    serializer_class = BotSerializer
    filterset_class = BotFilters
    throttle_scope = "tables"

    @extend_schema(
        operation_id="bots_list", summary="Bots", responses=BotSerializer(many=True), tags=["bots"]
    )
    def get(self, request: Request) -> Response:
        """By name. Bots that are not active any more still have their games."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(BotSerializer(page, many=True).data)

    @extend_schema(
        operation_id="bots_create",
        summary="Make a remote bot of yours",
        request=RemoteBotSerializer,
        parameters=[KEY_PARAMETER],
        responses={201: BotSerializer},
        tags=["bots"],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Its decisions, or whole games, come over REST with any token of yours."""
        bot = bot_create_remote(owner=cast("User", request.user), **RemoteBotSerializer.values_of(request))
        return created(request, BotSerializer(bot).data, "api:bot", bot.name)


class BotDetail(ApiView):
    """One bot."""

    @extend_schema(
        operation_id="bots_retrieve",
        summary="A bot and its record in tournaments",
        responses=BotDetailSerializer,
        tags=["bots"],
    )
    def get(self, request: Request, name: str) -> Response:
        """The record counts finished tournament games, by ruleset and number of seats."""
        bot = get_object_or_404(Bot.objects.select_related("owner"), name=name)
        record = BotRecordSerializer(bot_record(bot.pk), many=True)
        return Response({**BotSerializer(bot).data, "record": record.data})

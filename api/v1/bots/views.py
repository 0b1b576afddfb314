"""Bots and their records; users create remote bots here."""

from typing import cast

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ApiView, ListView, created_response
from api.idempotency import idempotent
from api.lists import NamePagination
from api.v1.bots.filters import BotFilterSet
from api.v1.bots.serializers import BotDetailSerializer, BotSerializer, RemoteBotSerializer
from games.bots import bot_create_remote
from games.models import Bot
from tournaments.results import bot_record

__all__ = ["BotDetail", "BotList"]


class BotList(ListView):
    """All bots."""

    queryset = Bot.objects.select_related("owner")
    pagination_class = NamePagination
    serializer_class = BotSerializer
    filterset_class = BotFilterSet
    throttle_scope = "tables"

    @extend_schema(operation_id="bots_list", summary="Bots")
    def get(self, request: Request) -> Response:
        """By name. An inactive bot keeps its games."""
        return self.list(request)

    @extend_schema(
        operation_id="bots_create",
        summary="Create a remote bot of yours",
        request=RemoteBotSerializer,
        responses={201: BotSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Your program plays for it over REST, with any token of yours."""
        values = RemoteBotSerializer.parse_body(request)
        bot = bot_create_remote(owner=cast("User", request.user), **values)
        return created_response(request, BotSerializer(bot).data, "api:bot", bot.name)


class BotDetail(ApiView):
    """One bot."""

    @extend_schema(
        operation_id="bots_retrieve",
        summary="A bot and its record in tournaments",
        responses=BotDetailSerializer,
    )
    def get(self, request: Request, name: str) -> Response:
        """The record counts finished tournament games, by ruleset and number of seats."""
        bot = get_object_or_404(Bot.objects.select_related("owner"), name=name)
        bot.record = bot_record(bot.pk)  # type: ignore[attr-defined]  # the serializer reads it
        return Response(BotDetailSerializer(bot).data)

"""
Bots: who plays, and with what success.
"""

from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import NamePagination
from api.v1.filters import BotFilters
from api.v1.serializers.bots import BotDetailSerializer, BotRecordSerializer, BotSerializer
from api.views import ApiView, ListView
from games.models import Bot
from tournaments.selectors import bot_record

__all__ = ["BotDetail", "BotList"]


class BotList(ListView):
    """
    All bots.
    """

    queryset = Bot.objects.select_related("owner")
    pagination_class = NamePagination
    serializer_class = BotSerializer
    filterset_class = BotFilters

    @extend_schema(
        operation_id="bots_list", summary="Bots", responses=BotSerializer(many=True), tags=["bots"]
    )
    def get(self, request: Request) -> Response:
        """
        By name. Bots that are not active any more still have their games.
        """
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(BotSerializer(page, many=True).data)


class BotDetail(ApiView):
    """
    One bot.
    """

    @extend_schema(
        operation_id="bots_retrieve",
        summary="A bot and its record in tournaments",
        responses=BotDetailSerializer,
        tags=["bots"],
    )
    def get(self, request: Request, name: str) -> Response:
        """
        The record counts finished tournament games, by ruleset and number of seats.
        """
        bot = get_object_or_404(Bot.objects.select_related("owner"), name=name)
        record = BotRecordSerializer(bot_record(bot.pk), many=True)
        return Response({**BotSerializer(bot).data, "record": record.data})

"""Base views: strict queries and bodies, pages of lists, and 404 problems for unknown addresses."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from rest_framework import status
from rest_framework.exceptions import NotFound, UnsupportedMediaType
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.lists import PAGE_PARAMETERS
from api.problems import ApiError
from api.validation import QuerySerializer, refuse_unknown_parameters

__all__ = ["ApiView", "ListView", "NotFoundView", "created_response"]

_READING = ("GET", "HEAD")


class ApiView(APIView):
    """One address of the API."""

    #: The query parameters of this address, and the methods that take them.
    query_serializer_class: ClassVar[type[QuerySerializer]] = QuerySerializer
    query_methods: ClassVar[tuple[str, ...]] = _READING

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse bodies that no parser takes, requests without permission, and unknown query parameters."""
        self._check_body(request)
        super().initial(request, *args, **kwargs)
        if getattr(self, str(request.method).lower(), None) is not None:
            takes_query = request.method in self.query_methods
            refuse_unknown_parameters(request, self.list_query_parameters() if takes_query else ())

    def list_query_parameters(self) -> tuple[str, ...]:
        """Return the names of the query parameters of this address."""
        return tuple(self.query_serializer_class._declared_fields)

    def parse_query(self) -> dict[str, Any]:
        """
        Return the values of the query parameters, with defaults.

        Raises:
            ApiError: `invalid_parameters`.
        """
        return self.query_serializer_class.parse_query(self.request)

    def options(  # type: ignore[override]  # there is nothing to render
        self, request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Respond with the methods in `Allow` and no content: the OpenAPI schema describes the rest."""
        return HttpResponse(status=204)

    def _check_body(self, request: Request) -> None:
        length = str(request.META.get("CONTENT_LENGTH") or "")
        if not length and "Transfer-Encoding" in request.headers:
            raise ApiError("length_required")
        if length in ("", "0"):
            return
        parser = self.get_content_negotiator().select_parser(request, self.get_parsers())
        is_plain = request.headers.get("Content-Encoding", "identity") == "identity"
        if parser is None or not is_plain or not _is_utf8(request):
            raise UnsupportedMediaType(request.content_type)


class ListView(ApiView, ListModelMixin, GenericAPIView[Any]):
    """A list of pages, filtered by its `filterset_class`."""

    filterset_class: ClassVar[Any] = None

    def list_query_parameters(self) -> tuple[str, ...]:
        """Return the names of the filters and of the parameters of pages."""
        filters = tuple(self.filterset_class.base_filters) if self.filterset_class else ()
        return (*filters, *(PAGE_PARAMETERS if self.pagination_class else ()))


class NotFoundView(ApiView):
    """Respond 404 at unknown addresses; redirect to the address with a slash at the end if there is one."""

    schema = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect to the address with a slash if there is one."""
        path = request.path_info
        if not path.endswith("/") and _resolves(path + "/"):
            query = request.META.get("QUERY_STRING", "")
            address = f"{request.path}/?{query}" if query else f"{request.path}/"
            return HttpResponsePermanentRedirect(address, preserve_request=True)
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Respond 404 to any method and any client."""
        raise NotFound


def created_response(request: Request, data: Mapping[str, Any], route: str, key: int | str) -> Response:
    """Return a 201 with the address of the new row in `Location`."""
    address = reverse(route, args=[key], request=request)
    return Response(data, status=status.HTTP_201_CREATED, headers={"Location": address})


def _resolves(path: str) -> bool:
    try:
        return getattr(resolve(path).func, "cls", None) is not NotFoundView
    except Resolver404:
        return False


def _is_utf8(request: Request) -> bool:
    charset = request.content_type.lower().partition("charset=")[2].strip(' "')
    return charset in ("", "utf-8", "utf8")

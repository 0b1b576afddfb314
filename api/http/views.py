"""What every address of the API has in common: strict queries, strict bodies, problems for all that fails."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from rest_framework import status
from rest_framework.exceptions import NotFound, UnsupportedMediaType
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.lists import LIST_PARAMETERS, refuse_unknown_parameters
from api.problems import ApiError

__all__ = ["ApiView", "ListView", "NothingHere", "created"]


class ApiView(APIView):
    """One address of the API."""

    #: Parameters a GET of this address takes.
    parameters: ClassVar[tuple[str, ...]] = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what can be refused before anything is done."""
        self._check_body(request)
        super().initial(request, *args, **kwargs)
        if getattr(self, str(request.method).lower(), None) is not None:
            refuse_unknown_parameters(request, self.known_parameters(request))

    def known_parameters(self, request: Request) -> tuple[str, ...]:
        """Return the names of the parameters the request may have."""
        return self.parameters if request.method in ("GET", "HEAD") else ()

    def options(  # type: ignore[override]  # there is nothing to render
        self, request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Answer with the methods in `Allow` and nothing else: the schema tells the rest."""
        return HttpResponse(status=204)

    def _check_body(self, request: Request) -> None:
        length = str(request.META.get("CONTENT_LENGTH") or "")
        if not length and "Transfer-Encoding" in request.headers:
            raise ApiError("length_required")
        if length in ("", "0"):
            return
        known = self.get_content_negotiator().select_parser(request, self.get_parsers()) is not None
        if (
            not known
            or request.headers.get("Content-Encoding", "identity") != "identity"
            or not _is_utf8(request)
        ):
            raise UnsupportedMediaType(request.content_type)


class ListView(ApiView, GenericAPIView[Any]):
    """A list that is filtered by its `filterset_class` and given out page by page."""

    filterset_class: ClassVar[Any] = None

    def known_parameters(self, request: Request) -> tuple[str, ...]:
        """Return the filters and the parameters of pages."""
        if request.method not in ("GET", "HEAD"):
            return ()
        filters = tuple(self.filterset_class.base_filters) if self.filterset_class else ()
        return (*self.parameters, *filters, *LIST_PARAMETERS)


class NothingHere(ApiView):
    """Answers at every address that is not one; a forgotten slash at the end is added."""

    schema = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead to the address with a slash, if there is one."""
        path = request.path_info
        if not path.endswith("/") and _exists(path + "/"):
            query = request.META.get("QUERY_STRING", "")
            address = f"{request.path}/?{query}" if query else f"{request.path}/"
            return HttpResponsePermanentRedirect(address, preserve_request=True)
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find nothing, whoever asks and however."""
        raise NotFound


def created(request: Request, data: Mapping[str, Any], route: str, key: int | str) -> Response:
    """Return the answer that tells of something new, with its address in `Location`."""
    address = reverse(route, args=[key], request=request)
    return Response(data, status=status.HTTP_201_CREATED, headers={"Location": address})


def _exists(path: str) -> bool:
    try:
        return getattr(resolve(path).func, "cls", None) is not NothingHere
    except Resolver404:
        return False


def _is_utf8(request: Request) -> bool:
    charset = request.content_type.lower().partition("charset=")[2].strip(' "')
    return charset in ("", "utf-8", "utf8")

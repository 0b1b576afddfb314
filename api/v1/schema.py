"""The OpenAPI schema, and the page that shows it and sends requests."""

from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.formats import OrjsonRenderer
from api.http import ApiView
from api.http import openapi as _extensions  # noqa: F401 - the import registers the extensions

__all__ = ["Docs", "Schema"]


class Schema(ApiView, SpectacularAPIView):
    """The OpenAPI schema of this version."""

    renderer_classes = [OpenApiJsonRenderer, OrjsonRenderer, OpenApiYamlRenderer]
    permission_classes = (AllowAny,)

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """JSON, or YAML for `Accept: application/vnd.oai.openapi`."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return response


class Docs(ApiView, SpectacularSwaggerView):
    """Swagger UI from local static files, without inline scripts or styles."""

    permission_classes = (AllowAny,)
    template_name = "api/docs.html"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The page."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return response

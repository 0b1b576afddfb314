"""The OpenAPI schema, and the page that shows it and tries requests out."""

from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.formats import OrjsonRenderer
from api.http import ApiView
from api.http import openapi as _extensions  # noqa: F401 - importing it registers how clients authenticate

__all__ = ["Docs", "Schema"]


class Schema(ApiView, SpectacularAPIView):
    """The schema of this version."""

    renderer_classes = [OpenApiJsonRenderer, OrjsonRenderer, OpenApiYamlRenderer]
    permission_classes = (AllowAny,)

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """JSON, or YAML for `Accept: application/vnd.oai.openapi`."""
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return answer


class Docs(ApiView, SpectacularSwaggerView):
    """Swagger UI, from our own static files and without inline script or style."""

    permission_classes = (AllowAny,)
    template_name = "api/docs.html"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The page."""
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return answer

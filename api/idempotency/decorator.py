"""
`Idempotency-Key`: a request sent again with the same key gets the first response, and is executed once.

After the IETF draft "The Idempotency-Key HTTP Header Field". Decorate a view's method that creates or changes
something with ``idempotent``; the OpenAPI schema then describes the header.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial, wraps
from hashlib import sha256
from typing import Any, Final

from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ProblemResponse
from api.idempotency.stored_responses import StoredResponse, find_response, lock_key, store_response
from api.models import KeptAnswer
from api.problems import ApiError, Problem
from engine.core import canonical

__all__ = ["KEY_HEADER", "MAX_KEY_LENGTH", "REPLAYED_HEADER", "idempotent"]

KEY_HEADER: Final = "Idempotency-Key"
#: Marks a stored response.
REPLAYED_HEADER: Final = "Idempotent-Replayed"
MAX_KEY_LENGTH: Final = 200

#: Printable ASCII, in double quotes as in the draft, or bare as most clients send it.
_KEY = re.compile(r'"([\x20-\x21\x23-\x5b\x5d-\x7e]+)"|([\x21\x23-\x5b\x5d-\x7e]+)', re.ASCII)
_STORED_HEADERS = ("Location",)

_KEY_PARAMETER: Final = OpenApiParameter(
    KEY_HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=(
        f"A name of your choice for this request, up to {MAX_KEY_LENGTH} printable characters. A request sent again "
        "with the same key within 24 hours gets the first response and is not executed again."
    ),
)

_Handler = Callable[..., HttpResponseBase]


def idempotent(handler: _Handler | None = None, *, is_atomic: bool = True) -> Any:
    """
    Let a view's method return the stored response to a repeated `Idempotency-Key`.

    Only successful responses are stored: a refused request has changed nothing. While a request is in progress,
    another one with its key is refused with `key_in_use`; one with different content, with `key_reused`.

    Args:
        handler: the method; its clients are authenticated, and ``request.data`` is an object or has the ``digest`` of
            its bytes.
        is_atomic: run the method and store its response in one transaction. A method that commits in parts, each
            idempotent by itself, passes False.
    """
    if handler is None:
        return partial(idempotent, is_atomic=is_atomic)
    method = handler

    @wraps(method)
    def handle(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = _parse_key(request)
        if key is None:
            return method(view, request, *args, **kwargs)
        user_id = request.user.pk
        assert user_id is not None, "only authenticated clients have keys"
        fingerprint = _hash_request(request)
        with lock_key(user_id, key) as is_locked:
            if not is_locked:
                raise ApiError("key_in_use")
            stored = find_response(user_id=user_id, key=key)
            if stored is not None:
                return _replay(stored, fingerprint)
            with transaction.atomic() if is_atomic else nullcontext():
                response = method(view, request, *args, **kwargs)
                if response.status_code < 300:
                    rendered = _render(request, response)
                    store_response(user_id=user_id, key=key, fingerprint=fingerprint, response=rendered)
            return response

    handle.parameters = [_KEY_PARAMETER]  # type: ignore[attr-defined]
    return handle


def _parse_key(request: Request) -> str | None:
    """
    Return the key without its quotes.

    Raises:
        ApiError: `invalid_key`.
    """
    value = request.headers.get(KEY_HEADER)
    if value is None:
        return None
    found = _KEY.fullmatch(value.strip())
    if found is None or len(found[1] or found[2]) > MAX_KEY_LENGTH:
        raise ApiError("invalid_key")
    return found[1] or found[2]


def _hash_request(request: Request) -> bytes:
    """Hash method, address and content; of JSON its canonical form, so that formatting makes no difference."""
    content: Any = request.data
    is_object = isinstance(content, Mapping)
    digest = sha256(canonical(dict(content))).digest() if is_object else content.digest
    line = f"{request.method} {request.get_full_path()} {request.content_type}".encode("utf-8", "replace")
    return sha256(line + b"\0" + digest).digest()


def _replay(stored: KeptAnswer, fingerprint: bytes) -> HttpResponse:
    if bytes(stored.fingerprint) != fingerprint:
        return ProblemResponse(Problem("key_reused"))
    headers = {**stored.headers, REPLAYED_HEADER: "true"}
    return HttpResponse(
        bytes(stored.content), status=stored.status, content_type=stored.content_type, headers=headers
    )


def _render(request: Request, response: HttpResponseBase) -> StoredResponse:
    assert isinstance(response, Response), "only responses of a renderer are stored"
    renderer = request.accepted_renderer
    content = renderer.render(response.data, request.accepted_media_type, {})
    return StoredResponse(
        status=response.status_code,
        content=content.encode() if isinstance(content, str) else content,
        content_type=renderer.media_type,
        headers={name: response.headers[name] for name in _STORED_HEADERS if name in response.headers},
    )

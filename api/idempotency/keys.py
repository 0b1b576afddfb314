"""
`Idempotency-Key`: a request sent again with the same key is answered as the first time, and done once.

After the IETF's draft "The Idempotency-Key HTTP Header Field". A method of a view that creates or changes something is
decorated with ``idempotent``; ``KEY_PARAMETER`` describes the header in its schema.
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
from api.idempotency.answers import Content, answer_keep, answer_kept, key_hold
from api.models import KeptAnswer
from api.problems import ApiError, Problem
from engine.core import canonical

__all__ = ["HEADER", "KEY_PARAMETER", "MAX_KEY", "REPLAYED", "idempotent"]

HEADER: Final = "Idempotency-Key"
#: Stands in an answer that was kept.
REPLAYED: Final = "Idempotent-Replayed"
#: Characters of a key.
MAX_KEY: Final = 200

#: Printable ASCII, in double quotes as the draft has it, or bare as most clients send it.
_KEY = re.compile(r'"([\x20-\x21\x23-\x5b\x5d-\x7e]+)"|([\x21\x23-\x5b\x5d-\x7e]+)', re.ASCII)
#: Headers that are kept with an answer.
_KEPT_HEADERS = ("Location",)

KEY_PARAMETER: Final = OpenApiParameter(
    HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=(
        f"A name for this request, of your choice, at most {MAX_KEY} printable characters: sent again with the same "
        "key within 24 hours it is answered as the first time and not done again."
    ),
)

_Handler = Callable[..., HttpResponseBase]


def idempotent(handler: _Handler | None = None, *, is_atomic: bool = True) -> Any:
    """
    Let a view's method answer a repeated request, known by its key, with the answer that was kept.

    Only success is kept: what was refused has done nothing and is judged anew. While a key's request is being worked
    on, another one with it is refused with `key_in_use`; one that asks for something else, with `key_reused`.

    Args:
        handler: the method; it finds the client authenticated, and in ``request.data`` an object or something with
            the ``digest`` of its bytes.
        is_atomic: whether the method and the keeping of its answer are one transaction, so that either both are
            stored or nothing. A method that commits by parts, and whose parts are idempotent by themselves, says no.
    """
    if handler is None:
        return partial(idempotent, is_atomic=is_atomic)
    method = handler

    @wraps(method)
    def keyed(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = _key_of(request)
        if key is None:
            return method(view, request, *args, **kwargs)
        user_id = request.user.pk
        assert user_id is not None, "who is not authenticated has no keys"
        fingerprint = _fingerprint(request)
        with key_hold(user_id, key) as is_ours:
            if not is_ours:
                raise ApiError("key_in_use")
            kept = answer_kept(user_id=user_id, key=key)
            if kept is not None:
                return _again(kept, fingerprint)
            with transaction.atomic() if is_atomic else nullcontext():
                answer = method(view, request, *args, **kwargs)
                if answer.status_code < 300:
                    content = _content(request, answer)
                    answer_keep(user_id=user_id, key=key, fingerprint=fingerprint, content=content)
            return answer

    return keyed


def _key_of(request: Request) -> str | None:
    """
    Return the key without its quotes.

    Raises:
        ApiError: `invalid_key`.
    """
    written = request.headers.get(HEADER)
    if written is None:
        return None
    found = _KEY.fullmatch(written.strip())
    if found is None or len(found[1] or found[2]) > MAX_KEY:
        raise ApiError("invalid_key")
    return found[1] or found[2]


def _fingerprint(request: Request) -> bytes:
    """Return what tells this request from others: its method, address and content, however that is written."""
    content: Any = request.data
    is_object = isinstance(content, Mapping)
    digest = sha256(canonical(dict(content))).digest() if is_object else content.digest
    line = f"{request.method} {request.get_full_path()} {request.content_type}".encode("utf-8", "replace")
    return sha256(line + b"\0" + digest).digest()


def _again(kept: KeptAnswer, fingerprint: bytes) -> HttpResponse:
    if bytes(kept.fingerprint) != fingerprint:
        return ProblemResponse(Problem("key_reused"))
    answer = HttpResponse(bytes(kept.content), status=kept.status, content_type=kept.content_type)
    for name, value in kept.headers.items():
        answer.headers[name] = value
    answer.headers[REPLAYED] = "true"
    return answer


def _content(request: Request, answer: HttpResponseBase) -> Content:
    assert isinstance(answer, Response), "only answers of data are kept"
    renderer = request.accepted_renderer
    written = renderer.render(answer.data, request.accepted_media_type, {})
    return Content(
        status=answer.status_code,
        content=written.encode() if isinstance(written, str) else written,
        content_type=renderer.media_type,
        headers={name: answer.headers[name] for name in _KEPT_HEADERS if name in answer.headers},
    )

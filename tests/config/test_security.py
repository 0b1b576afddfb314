"""Every response has the security headers."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.web.security import build_policy, security_headers


def test_every_response_has_the_policies():
    answer = security_headers(lambda request: HttpResponse())(HttpRequest())

    assert answer.headers["Content-Security-Policy"] == build_policy(settings.CONTENT_SECURITY_POLICY)
    assert "camera=()" in answer.headers["Permissions-Policy"]


def test_a_view_may_set_its_own_policy():
    answer = security_headers(lambda request: HttpResponse(headers={"Content-Security-Policy": "sandbox"}))(
        HttpRequest()
    )

    assert answer.headers["Content-Security-Policy"] == "sandbox"


def test_no_page_may_run_inline_scripts_or_load_from_other_hosts():
    sources = set(" ".join(settings.CONTENT_SECURITY_POLICY.values()).split())

    assert sources == {"'none'", "'self'", "data:"}
    assert settings.CONTENT_SECURITY_POLICY["script-src"] == "'self'"
    assert settings.CONTENT_SECURITY_POLICY["default-src"] == "'none'"

"""Static files have hashed names, in imports of ES modules as well."""

import re
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from config.web import HashedStaticFilesStorage, StaticFilesMiddleware, compute_sources_digest


def collect(folder: Path, *, step: bytes = b"export function step() {}\n") -> HashedStaticFilesStorage:
    """
    Collect and hash two modules, a style sheet and its picture, and a foreign file that mentions what is not there.
    """
    storage = HashedStaticFilesStorage(location=folder, base_url="/static/")
    files = {
        "frontend/viewer.js": b'import { step } from "./step.js";\nimport "./step.js";\nstep();\n',
        "frontend/step.js": step,
        "frontend/site.css": b'body { background: url("dot.svg"); }\n',
        "frontend/dot.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>\n',
        "other/types.js": b'/** @type {import("../nowhere").Type} */\n',
    }
    for name, content in files.items():
        storage.save(name, ContentFile(content))
    done = list(storage.post_process({name: (storage, name) for name in files}))
    assert not [result for _, _, result in done if isinstance(result, Exception)]
    return storage


@pytest.fixture
def collected(tmp_path: Path) -> HashedStaticFilesStorage:
    return collect(tmp_path)


def test_imports_between_modules_follow_the_hashed_names(collected, tmp_path):
    text = (tmp_path / collected.stored_name("frontend/viewer.js")).read_text()

    assert len(re.findall(r'"\./step\.[0-9a-f]{12}\.js"', text)) == 2


def test_a_change_in_a_module_changes_the_names_of_those_that_import_it(tmp_path):
    before = collect(tmp_path / "before")
    after = collect(tmp_path / "after", step=b"export function step() { return 1; }\n")

    assert before.stored_name("frontend/viewer.js") != after.stored_name("frontend/viewer.js")
    assert before.stored_name("frontend/site.css") == after.stored_name("frontend/site.css")


def test_files_are_served_with_a_year_of_caching_and_their_type(collected, tmp_path):
    name = collected.stored_name("frontend/step.js")
    with override_settings(STATIC_ROOT=tmp_path, WHITENOISE_USE_FINDERS=False):

        def view(request):
            return HttpResponse("page")

        with override_settings(STORAGES={"staticfiles": {"BACKEND": "config.web.HashedStaticFilesStorage"}}):
            served = StaticFilesMiddleware(view)
            answer = served(RequestFactory().get(f"/static/{name}"))
            page = served(RequestFactory().get("/"))

    assert answer.content == b"export function step() {}\n"
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "max-age=315360000" in answer.headers["Cache-Control"]
    assert page.content == b"page"


def test_the_digest_of_the_sources_changes_with_any_of_them(tmp_path, settings):
    folder = tmp_path / "sources"
    folder.mkdir()
    settings.STATICFILES_DIRS = [folder]
    from django.contrib.staticfiles import finders

    finders.get_finder.cache_clear()
    try:
        before = compute_sources_digest()
        (folder / "new.css").write_text("a {}")
        assert compute_sources_digest() != before
    finally:
        finders.get_finder.cache_clear()

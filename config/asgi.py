"""The ASGI entry point: `uvicorn config.asgi:application`."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

from api.http import BodyLimit, is_long, overloaded  # noqa: E402
from config.web import ThreadPoolHandler, collect_less_often  # noqa: E402

application = BodyLimit(ThreadPoolHandler(is_long=is_long, overloaded=overloaded))
collect_less_often()

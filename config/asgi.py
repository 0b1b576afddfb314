"""The ASGI entry point: `uvicorn config.asgi:application`."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Requests are answered in some threads, streams read in others: without a pool each would keep a connection.
os.environ.setdefault("DATABASE_POOL", "10")

import django

django.setup(set_prefix=False)

from api.http import BodyLimit, is_long, overloaded  # noqa: E402
from config.web import OneHopHandler, collect_less_often  # noqa: E402

application = BodyLimit(OneHopHandler(is_long=is_long, busy=overloaded))
collect_less_often()

"""
The ASGI entry point: `uvicorn config.asgi:application`.
"""

import os

from django.core.asgi import get_asgi_application

from api.bodies import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Every ASGI request runs in a thread of its own, so without a pool each would open a connection of its own.
os.environ.setdefault("DATABASE_POOL", "10")

application = BodyLimit(get_asgi_application())

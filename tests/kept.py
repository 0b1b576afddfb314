"""Rows stored once for all tests of a module."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="module")
def kept_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """
    Provide database rows for all tests of a module: module-scoped fixtures that request this can store them once.

    The rows are in a transaction around those of the tests, so the changes of a test are rolled back with it.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)

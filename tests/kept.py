"""Rows stored once for all tests of a module."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="module")
def kept_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """
    What fixtures of module scope that ask for this store is there for every test of the module, as it was stored.

    It lies in a transaction around those of the tests: whatever a test changes ends with the test.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)

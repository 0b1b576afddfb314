"""Create an API token for a user and print its secret."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from api.auth import token_create


class Command(BaseCommand):
    """`create_token USER`"""

    help = "Create an API token for a user. Its secret is printed once and is not stored."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("user", help="Name of the user that the token acts for.")
        parser.add_argument("--name", default="command line", help="What the token is for.")
        parser.add_argument("--days", type=int, default=None, help="Days until it expires; default: never.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the token; only the secret goes to standard output, so that scripts can read it."""
        users = get_user_model()
        try:
            owner = users.objects.get_by_natural_key(options["user"])
        except users.DoesNotExist as error:
            raise CommandError(f"There is no user named {options['user']!r}.") from error
        days = options["days"]
        if days is not None and not 1 <= days <= 3650:
            raise CommandError("--days must be from 1 to 3650.")
        expires_at = None if days is None else timezone.now() + timedelta(days=days)
        issued = token_create(owner=owner, name=options["name"], expires_at=expires_at)
        self.stderr.write(f"Token {issued.token.prefix}… for {owner}. Store it now: it is not shown again.")
        self.stdout.write(issued.secret)

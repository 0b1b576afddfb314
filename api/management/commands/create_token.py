"""Makes an API token for a user and shows its secret, once."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from api.auth import token_create


class Command(BaseCommand):
    """`create_token USER`"""

    help = "Make an API token for a user. Its secret is printed once and cannot be shown again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("user", help="Name of the user the token acts for.")
        parser.add_argument("--name", default="command line", help="What the token is for.")
        parser.add_argument("--days", type=int, default=None, help="Days until it expires; without: never.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the token; the secret alone goes to standard output, so that scripts can catch it."""
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
        self.stderr.write(f"Token {issued.token.prefix}… for {owner}. Keep it: it is shown this once.")
        self.stdout.write(issued.secret)

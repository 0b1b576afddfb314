"""The composition root: settings, URLs, the table of subscriptions and the processes of a running Rodeo."""

"""The composition root: settings, addresses, the table of subscriptions and the processes that run Rodeo."""

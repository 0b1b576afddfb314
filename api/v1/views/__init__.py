"""Views: one class an address, each a call of a selector or service between two shapes."""

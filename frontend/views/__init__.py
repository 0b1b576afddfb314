"""The views of the pages: each reads what selectors answer and renders a template."""

"""
Golden records: readable games and exact counts that must never change.

``python -m tests.golden.regenerate`` (``make golden``) writes them again; their diff is read in review.
"""

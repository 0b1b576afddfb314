"""
Golden records: readable games and exact counts that must come out the same for ever.

``python -m tests.golden.regenerate`` (``make golden``) writes them anew; their diff is read in review.
"""

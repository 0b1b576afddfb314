"""
Golden records: readable games that must be replayed to the same numbers for ever.
"""

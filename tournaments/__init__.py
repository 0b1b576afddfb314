"""Tournaments: who meets whom, the runner that plays it, and what the results add up to."""

"""
Pure rules of board games: no framework, clock, entropy or input/output.
"""

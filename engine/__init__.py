"""
Pure rules of board games: no framework, clock, entropy or input/output.
"""

import engine.rulesets.registry  # noqa: F401 - importing anything of the engine registers every ruleset

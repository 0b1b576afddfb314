"""Pure rules of board games: no framework, clock or entropy. ``verify`` alone, a program, reads files."""

import engine.rulesets.registry  # noqa: F401 - importing anything of the engine registers every ruleset

"""Rules of board games in pure Python: no framework, clock or entropy. Only the program ``verify`` reads files."""

import engine.rulesets.registry  # noqa: F401 - importing anything of the engine registers every ruleset

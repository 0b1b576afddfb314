"""The games Rodeo knows: one package per ruleset, listed in ``registry``."""

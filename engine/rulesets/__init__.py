"""The games of Rodeo: one package per ruleset, listed in ``registry``."""

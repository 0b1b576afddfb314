"""
Moon River (2-4 seats): ranches of dominoes, cows, partners and a river.
"""

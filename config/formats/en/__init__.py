"""
English.
"""

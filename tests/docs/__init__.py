"""Tests that run what the documents show: the tour and the shell examples."""

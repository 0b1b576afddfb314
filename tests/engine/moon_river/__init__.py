"""Tests of Moon River: one per sentence of its rules."""

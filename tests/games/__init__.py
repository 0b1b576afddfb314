"""Tests of the games app."""

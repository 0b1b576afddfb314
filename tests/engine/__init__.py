"""Tests of the engine, written from the rules and the record format, not from its code."""

"""Tests of the core: dealing, reading, writing, playing through and replaying records."""

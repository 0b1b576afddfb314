"""Rodeo's tests, one tree mirroring the packages."""

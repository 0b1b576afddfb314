"""Tournaments: schedules, the workers that play them, and standings."""

"""Games: each is an append-only stream of events that the engine can replay."""

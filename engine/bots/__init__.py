"""Built-in bots: pure players that know nothing but an observation, the legal actions and a generator."""

"""What every ruleset shares: the contract, events, records, dealer, play-through and replay."""

"""The pure half of tournaments: who meets whom, who sits where, and what the results add up to."""

"""Version 1 of the API: its addresses, what they take and what they answer."""

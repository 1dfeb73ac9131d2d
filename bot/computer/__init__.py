"""Computer players: what they do is worked out of what a seat sees."""

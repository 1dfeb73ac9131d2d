"""The common queue: users of all servers who look for an opponent, and matches that are found for them."""

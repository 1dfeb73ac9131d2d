"""People: preferences, names, blocks, and all that is stored about a user."""

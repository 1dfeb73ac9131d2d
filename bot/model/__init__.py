"""Define the values that describe matches, decks and positions, and the rules of their changes. Nothing here is stored."""

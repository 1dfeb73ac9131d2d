"""Define matches, decks and positions as values, with the rules of their changes. Nothing here is stored."""

"""Matches, decks and positions, and the changes that are possible: values, without a store."""

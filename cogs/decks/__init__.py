"""Decks on Discord: commands, the deck builder, choices of decks and the sentences of their refusals."""

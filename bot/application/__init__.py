"""The application: everything that users do with matches, decks and their data, without Discord."""

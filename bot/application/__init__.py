"""What people may do with matches, decks and their data. It knows no Discord."""

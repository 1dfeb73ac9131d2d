"""Puzzles for one person, each one turn of a game: the daily puzzle, and puzzles of every level."""

"""Puzzles for people: one turn of a game for one person, the daily one and those of every level."""

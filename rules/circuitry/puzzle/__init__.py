"""Puzzles of Circuitry: one player, one turn."""

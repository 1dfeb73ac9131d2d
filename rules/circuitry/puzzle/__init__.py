"""Circuitry for one: puzzles, which ask for one turn."""

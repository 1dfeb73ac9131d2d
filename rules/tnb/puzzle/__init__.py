"""Puzzles of T&B: one turn that wins, whatever the enemy answers."""

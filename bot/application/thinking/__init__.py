"""Compute the moves of computer players, hints and analyses in separate processes."""

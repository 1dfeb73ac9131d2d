"""Matches between computer players: simulated, written down as a text, drawn as a picture."""

"""Measurements of speed: `python -m bench.<name>` prints medians. None of them is a test."""

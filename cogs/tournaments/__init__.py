"""Tournaments on Discord, put together in `feature.py`."""

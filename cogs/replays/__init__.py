"""Replays on Discord: `/match replay`, its buttons, and new matches that continue from a moment."""

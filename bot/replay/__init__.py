"""Replays of finished matches, read from the store or from a file, without Discord."""

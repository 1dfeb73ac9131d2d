"""Puzzles on Discord: the commands, the buttons, the messages and the daily post."""

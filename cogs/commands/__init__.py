"""Slash commands: each finds what it is about, asks the application, and answers."""

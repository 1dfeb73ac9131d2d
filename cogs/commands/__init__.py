"""Slash commands: each finds its match, calls the application and answers."""

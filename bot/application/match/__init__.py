"""Matches in play: committed, replayed, rated, delivered. Imports no other package of the application."""

"""Profiles: what a user has played, won and solved."""

"""Exports of finished matches: a moving picture, and a page in one file."""

"""Exports of finished matches: as a moving picture, or as a page in one file."""

"""Finished matches to keep and to show: a moving picture, and a page in one file."""

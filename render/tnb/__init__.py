"""Pictures and texts of T&B."""

from render.tnb.artist import ARTIST

__all__ = ["ARTIST"]

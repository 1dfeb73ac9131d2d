"""Pictures and texts of Alchemy."""

from render.alchemy.artist import ARTIST

__all__ = ["ARTIST"]

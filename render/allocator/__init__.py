"""Pictures and texts of Allocator."""

from render.allocator.artist import ARTIST

__all__ = ["ARTIST"]

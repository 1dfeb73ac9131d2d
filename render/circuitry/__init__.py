"""Pictures and texts of Circuitry."""

from render.circuitry.artist import ARTIST

__all__ = ["ARTIST"]

"""Arms Dealer's pictures: the table with both formations and the fight between them, hands, and choices."""

from render.arms_dealer.artist import ARTIST

__all__ = ["ARTIST"]

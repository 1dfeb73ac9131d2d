"""A simple player of Arms Dealer: looks one step ahead, and knows no more than its view."""

from rules.arms_dealer.first_greedy import FirstPlayer


class QuickPlayer(FirstPlayer):
    """What it does otherwise than at first."""

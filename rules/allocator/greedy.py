"""A simple player of Allocator: looks one step ahead, and knows no more than its view."""

from rules.allocator.first_greedy import FirstGreedy


class Greedy(FirstGreedy):
    """What the first one does."""

"""Arms Dealer: two fleets laid face down, bets on them, and a shop of items that rig the fights."""

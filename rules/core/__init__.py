"""What every game is made of: the contract, notation, randomness, digests."""

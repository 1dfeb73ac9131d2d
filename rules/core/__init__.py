"""The contract that every game keeps, and the tools that games share: notation, randomness, digests."""

"""What a match, a deck and a position are, and what may become of them: values, without a store."""

"""What players and admins do at a live match besides playing: undo, votes, draws, substitutes, pre-moves, notes."""

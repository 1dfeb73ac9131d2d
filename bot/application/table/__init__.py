"""Actions of players and admins at a live match besides playing: undo, votes, draws, substitutes, pre-moves, notes."""

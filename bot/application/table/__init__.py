"""Everything that players and admins do at a live match besides playing: undos, votes, draws, substitutes, pre-moves,
private notes.
"""

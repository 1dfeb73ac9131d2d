"""Lobbies: opening, joining, inviting and matchmaking, up to the deal."""

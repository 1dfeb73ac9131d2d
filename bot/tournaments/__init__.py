"""Tournaments on a server: round robin, Swiss and single elimination, for 4 to 64 players."""

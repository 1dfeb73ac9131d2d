"""Ratings: points by the results of matches, leaderboards, seasons, and results that an admin takes out."""

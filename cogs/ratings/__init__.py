"""Ratings and seasons on Discord: `/leaderboard`, the dates and ends of seasons, and results taken out."""

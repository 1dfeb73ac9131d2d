"""Games without people: matches between computer players, simulated, measured, compared, written as text and drawn."""

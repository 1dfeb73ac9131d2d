"""Computer players, who decide from a seat's view alone."""

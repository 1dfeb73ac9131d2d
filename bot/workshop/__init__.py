"""The workshop: figures of what people do with a game, beside what the lab foretells, for its designers."""

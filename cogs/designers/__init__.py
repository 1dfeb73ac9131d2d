"""`/design`: what people did with the games, for a server's designers."""

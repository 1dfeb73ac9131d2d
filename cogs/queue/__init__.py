"""The common queue on Discord."""

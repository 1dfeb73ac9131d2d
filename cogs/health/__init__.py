"""Check the bot's health: an endpoint for health and figures, and messages to its admin."""

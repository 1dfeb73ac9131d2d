"""Is the bot well? An endpoint for health and figures, and messages to its admin."""

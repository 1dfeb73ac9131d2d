"""The sentences of refusals by subject, as `bot.model.reasons` has their classes."""

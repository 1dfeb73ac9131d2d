"""The reasons of refusals by subject: classes with the data of their sentences."""

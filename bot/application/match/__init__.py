"""Load, change, replay and rate matches, and queue their messages. Imports no other package of the application."""

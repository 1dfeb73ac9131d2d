"""Deliver the outbox to Discord, and answer presses and commands."""

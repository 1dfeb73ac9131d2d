"""The program: its settings, its commands, what an admin asks of it."""

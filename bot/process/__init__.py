"""The program: its settings and its commands."""

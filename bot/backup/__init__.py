"""Backups of a database: made beside a running bot, checked, kept, and restored."""

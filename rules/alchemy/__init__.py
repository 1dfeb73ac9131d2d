"""Alchemy: elements in battle, processes and one Magnum Opus (`seeds/alchemy/rulebook.md`)."""

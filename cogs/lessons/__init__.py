"""Lessons on Discord: `/learn`, its buttons and menus, and the sentences of refusals."""

"""Buttons and menus: their ids, their labels, and what they offer."""

"""Buttons and menus: their ids, how they look, and who answers a press."""

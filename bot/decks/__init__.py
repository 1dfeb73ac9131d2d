"""Decks that users build: what is stored, how they are written as text, and why they are refused."""

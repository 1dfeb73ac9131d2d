"""Lessons: a first match of a game with a teacher, step by step, and how far each user has come."""

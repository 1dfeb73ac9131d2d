"""Circuitry: a board that its players build, turn and slide under each other (`seeds/circuitry/rulebook.md`)."""

"""Circuitry: players build a board, and turn and slide it under each other's pawns (`seeds/circuitry/rulebook.md`)."""

-- After an undo that all agreed to, what nobody knows is drawn anew: the same cards do not come again.

ALTER TABLE plies ADD COLUMN anew INTEGER NOT NULL DEFAULT 0; -- of an undo; 0: the decks lie as they lay

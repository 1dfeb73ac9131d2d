-- A lobby says whose deck nobody chose.

ALTER TABLE players ADD COLUMN by_chance INTEGER NOT NULL DEFAULT 0; -- 1: the deck was drawn by chance

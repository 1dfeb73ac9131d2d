-- How far people are in the lessons: one row for each person and game.
CREATE TABLE lessons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL,
    game TEXT NOT NULL,
    lesson TEXT NOT NULL, -- which lesson, by its fingerprint: of another one its step says nothing
    step INTEGER NOT NULL DEFAULT 0, -- how many steps are done
    version INTEGER NOT NULL DEFAULT 0, -- how many changes it has had: a press on an older one is refused
    finished INTEGER, -- when it was first finished, in seconds since 1970-01-01 UTC; NULL: not yet
    UNIQUE (user, game)
) STRICT;

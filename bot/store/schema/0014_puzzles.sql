-- Secrets of this installation, made when they are first needed. They are never shown and never exported.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    day TEXT NOT NULL DEFAULT '', -- the UTC date whose daily puzzle it is, like 2026-01-31; '': of none
    level INTEGER NOT NULL,
    least INTEGER NOT NULL, -- that it costs, in the game's units
    puzzle TEXT NOT NULL, -- as JSON
    solution TEXT NOT NULL -- one of its solutions, an action in each line
) STRICT;

CREATE UNIQUE INDEX puzzles_by_day ON puzzles (day) WHERE day <> '';
CREATE UNIQUE INDEX puzzles_once ON puzzles (game, puzzle) WHERE day = '';

CREATE TABLE attempts (
    puzzle INTEGER NOT NULL REFERENCES puzzles,
    user INTEGER NOT NULL,
    guild INTEGER NOT NULL, -- where it was begun; 0: in direct messages
    version INTEGER NOT NULL DEFAULT 0, -- how many changes it has had: a press on an older one is refused
    actions TEXT NOT NULL DEFAULT '', -- what was done since it was begun anew, an action in each line
    tries INTEGER NOT NULL DEFAULT 1, -- how often it was begun
    hints INTEGER NOT NULL DEFAULT 0,
    cost INTEGER, -- of the first solution, in the game's units; NULL: not solved yet
    solved INTEGER, -- when, in seconds since 1970-01-01 UTC
    PRIMARY KEY (puzzle, user)
) STRICT;

CREATE INDEX attempts_by_user ON attempts (user);

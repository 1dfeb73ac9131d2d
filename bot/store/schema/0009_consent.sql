-- What a ply is, besides an action: an undo stands in the log, and so does what it takes back.
ALTER TABLE plies ADD COLUMN what TEXT NOT NULL DEFAULT 'action'
    CHECK (what IN ('action', 'resignation', 'undo', 'draw')); -- action is NULL for all but the first
ALTER TABLE plies ADD COLUMN undoes INTEGER NOT NULL DEFAULT 0; -- how many of the plies that stood an undo takes back

UPDATE plies SET what = 'resignation' WHERE action IS NULL;

ALTER TABLE standing_answers ADD COLUMN since INTEGER NOT NULL DEFAULT 0; -- the ply after which it was said

-- What players propose to each other: it happens once all who are concerned have agreed.
CREATE TABLE proposals (
    match INTEGER NOT NULL REFERENCES matches,
    made INTEGER NOT NULL, -- the version of the match with it
    kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw', 'abandon', 'seat')),
    seat INTEGER NOT NULL, -- whose it is
    undoes INTEGER NOT NULL DEFAULT 0, -- how many plies are to be taken back
    offered_to INTEGER, -- the user who may take the seat; NULL: anybody, or it is no seat
    due REAL NOT NULL, -- when it lapses
    PRIMARY KEY (match, made)
) STRICT, WITHOUT ROWID;

CREATE TABLE consents (
    match INTEGER NOT NULL,
    made INTEGER NOT NULL,
    seat INTEGER NOT NULL, -- who has agreed
    PRIMARY KEY (match, made, seat),
    FOREIGN KEY (match, made) REFERENCES proposals (match, made)
) STRICT, WITHOUT ROWID;

-- Who sat where and does not any more: whoever has seen a hand takes no other one of the match.
-- (The columns of the key stand first: SQLite's own check takes a table without row ids for damaged where they do not.)
CREATE TABLE former_players (
    match INTEGER NOT NULL REFERENCES matches,
    until INTEGER NOT NULL, -- the version of the match from which on somebody else sits there
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL, -- below 0: the pseudonym of somebody whose data was deleted
    points_before INTEGER, -- on the leaderboard, when the match ended and cost them points
    points_after INTEGER,
    PRIMARY KEY (match, until)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_players_by_user ON former_players (user);

ALTER TABLE players ADD COLUMN since INTEGER NOT NULL DEFAULT 0; -- the version from which on they sit there
